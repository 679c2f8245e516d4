import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { getRun } from '#github/runs/get-run.ts';
import { findArtifact } from './find-artifact.ts';

/** An artifact of a run of this repository. */
interface NamedArtifact {
  readonly of: { readonly id: number };
  /** Address of the run. */
  readonly run_url: string;
  readonly name: string;
}

/** The address of a run's artifact, if GitHub says that the run uploaded one under this name; else `null`. Never throws. */
export async function artifactUrl(
  github: GithubReader,
  repository: GithubRepository,
  { of, run_url, name }: NamedArtifact,
): Promise<string | null> {
  const known = await getRun({ github, repository }, of.id);
  if ('problem' in known) return null;
  const artifact = await findArtifact(github, repository, known.run, name).catch(() => null);
  return artifact === null || 'problem' in artifact ? null : `${run_url}/artifacts/${artifact.id}`;
}
