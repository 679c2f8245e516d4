import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import type { WorkflowRun } from '#github/runs/workflow-run.ts';
import {
  type Artifact,
  bodySchema,
  MAX_ARTIFACT_BYTES,
  readArtifact,
  whyRefused,
  withPermission,
} from './find-artifact.ts';

/** The newest artifact of one shard. */
export interface ShardArtifact {
  readonly index: number;
  readonly artifact: Artifact;
  /** Why it must not be downloaded, a sentence part; null if it may be. */
  readonly refusal: string | null;
}

/** Artifacts of a run that may be its shards. */
export interface ListedShards {
  /** One per shard, by index. */
  readonly artifacts: readonly ShardArtifact[];
  /** Names of the run's other artifacts with results: of no shard, or of a suite with another key. */
  readonly others: readonly string[];
}

/**
 * Lists what the shards of a run uploaded as `NAME-shard-INDEX`, by index. A repeated shard has several; the newest counts,
 * whatever attempt the others belong to.
 *
 * @param maxBytes of one zip; larger ones are refused
 */
export async function listShardArtifacts(
  github: GithubReader,
  repository: GithubRepository,
  run: WorkflowRun,
  name: string,
  maxBytes = MAX_ARTIFACT_BYTES,
): Promise<ListedShards | { readonly problem: string }> {
  const newest = new Map<number, Artifact>();
  const others = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const listed = await listPage(github, repository, run, page);
    if ('problem' in listed) return listed;
    for (const artifact of listed.items.flatMap(readArtifact)) {
      const index = shardIndex(artifact.name, name);
      if (index === null) others.add(artifact.name);
      else if (artifact.id > (newest.get(index)?.id ?? 0)) newest.set(index, artifact);
    }
    if (listed.items.length < PAGE_SIZE) break;
  }
  const artifacts = [...newest].map(([index, artifact]) => {
    return { index, artifact, refusal: whyRefused(artifact, run, repository, maxBytes) };
  });
  return {
    artifacts: artifacts.sort((left, right) => left.index - right.index),
    others: [...others].filter((other) => other.startsWith(RESULTS)).sort(byNumber),
  };
}

async function listPage(
  github: GithubReader,
  { owner, name: repo }: GithubRepository,
  run: WorkflowRun,
  page: number,
): Promise<{ readonly items: readonly unknown[] } | { readonly problem: string }> {
  const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts';
  const answer = await github.request(route, { owner, repo, run_id: run.id, per_page: PAGE_SIZE, page });
  if (!answer.ok) return { problem: withPermission(answer.status, answer.problem) };
  const body = bodySchema.safeParse(answer.data);
  return body.success ? { items: body.data.artifacts } : { problem: 'GitHub did not return a list of artifacts' };
}

/** Null for an artifact of another name, such as that of a suite with another key. */
function shardIndex(artifact: string, name: string): number | null {
  const prefix = `${name}-shard-`;
  if (!artifact.startsWith(prefix)) return null;
  const digits = artifact.slice(prefix.length);
  return /^[1-9]\d{0,2}$/.test(digits) ? Number(digits) : null;
}

const byNumber = new Intl.Collator('en', { numeric: true }).compare;

/** How names of results artifacts begin, whatever the key. */
const RESULTS = 'agent-eval-results';
const PAGE_SIZE = 100;
/** As many pages as a run may have artifacts. */
const MAX_PAGES = 10;
