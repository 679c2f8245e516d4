import * as z from 'zod';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import type { WorkflowRun } from '#github/runs/workflow-run.ts';

/** An artifact that may be downloaded. `digest` is `sha256:…` of the zip, null where GitHub keeps none. */
export interface FoundArtifact {
  readonly id: number;
  readonly name: string;
  readonly digest: string | null;
}

/** Why there is none to download, a sentence part; `absent`: the run uploaded none, or none that is still listed. */
export interface NoArtifact {
  readonly problem: string;
  readonly kind: 'absent' | 'expired' | 'refused';
}

/**
 * Finds the artifact of a run by its name and checks that GitHub attributes it to this run and to the run's own repository.
 *
 * @param maxBytes of the zip; a larger one is refused
 */
export async function findArtifact(
  github: GithubReader,
  repository: GithubRepository,
  run: WorkflowRun,
  name: string,
  maxBytes = MAX_ARTIFACT_BYTES,
): Promise<FoundArtifact | NoArtifact> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts';
  const answer = await github.request(route, { owner, repo, run_id: run.id, name, per_page: 100 });
  if (!answer.ok) return refuse(withPermission(answer.status, answer.problem));
  const body = bodySchema.safeParse(answer.data);
  if (!body.success) return refuse('GitHub did not return a list of artifacts');
  const artifacts = body.data.artifacts.flatMap(readArtifact).filter((artifact) => artifact.name === name);
  // Re-runs may leave several under one name; the newest counts.
  const [newest] = artifacts.sort((a, b) => b.id - a.id);
  if (newest === undefined) return { problem: `it has no artifact ${name}`, kind: 'absent' };
  const refusal = whyRefused(newest, run, repository, maxBytes);
  if (refusal !== null) return { problem: refusal, kind: newest.expired ? 'expired' : 'refused' };
  return { id: newest.id, name, digest: newest.digest ?? null };
}

function refuse(problem: string): NoArtifact {
  return { problem, kind: 'refused' };
}

/** Why an artifact must not be downloaded, a sentence part; null if it may be. */
export function whyRefused(
  artifact: Artifact,
  run: WorkflowRun,
  repository: GithubRepository,
  maxBytes: number,
): string | null {
  const origin = artifact.workflow_run;
  if (artifact.expired) return `its artifact ${artifact.name} has expired`;
  if (artifact.size_in_bytes > maxBytes) {
    return `its artifact ${artifact.name} has ${artifact.size_in_bytes} bytes; at most ${maxBytes} are read`;
  }
  if (origin?.id !== run.id) return `its artifact ${artifact.name} comes from another run, says GitHub`;
  if (origin.repository_id !== repository.id || origin.head_repository_id !== run.head_repository?.id) {
    return `its artifact ${artifact.name} comes from another repository, says GitHub`;
  }
  return null;
}

/** One entry of a list; empty if it is no artifact. */
export function readArtifact(value: unknown): readonly Artifact[] {
  const artifact = artifactSchema.safeParse(value);
  return artifact.success ? [artifact.data] : [];
}

/** Adds to a problem the permission that may be missing to list artifacts. */
export function withPermission(status: number | null, problem: string): string {
  if (status !== 403) return `its artifacts could not be listed: ${problem}`;
  return `the token may not list its artifacts (${problem}); add "permissions: actions: read"`;
}

const artifactSchema = z.object({
  id: z.number().int().positive(),
  name: z.string().max(300),
  size_in_bytes: z.number().int().nonnegative(),
  expired: z.boolean(),
  digest: z.string().max(200).nullish(),
  workflow_run: z
    .object({
      id: z.number().int().nullish(),
      repository_id: z.number().int().nullish(),
      head_repository_id: z.number().int().nullish(),
    })
    .nullish(),
});

/** The fields used of an artifact. */
export type Artifact = z.infer<typeof artifactSchema>;

/** One page of a list of artifacts. */
export const bodySchema = z.object({ artifacts: z.array(z.unknown()).max(1000) });

/** Largest packed size of a results artifact that is downloaded. */
export const MAX_ARTIFACT_BYTES = 20 * 1024 * 1024;
