import { LARGEST_TRAJECTORIES, REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { getRun } from '#github/runs/get-run.ts';
import { downloadArtifact } from './download-artifact.ts';
import { findArtifact } from './find-artifact.ts';
import { readZipLines } from './zip/zip-lines.ts';

/** Whose trajectories to read. */
export interface EarlierTrajectoriesOptions {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  /** The current run, whose earlier attempt stored them. */
  readonly runId: number;
  /** `agent-eval-trajectories[-key]`. */
  readonly artifactName: string;
}

/** They do not exist, or no longer: an upload replaces nothing. The message is a sentence part. */
export class NoEarlierTrajectories extends Error {}

/**
 * The lines of the trajectories that an earlier attempt of this run uploaded, and after them those of what models were shown in
 * them. Throws {@link NoEarlierTrajectories} if there are
 * none, and another error, whose message is a sentence part, if they can't be read.
 */
export async function* earlierTrajectories(options: EarlierTrajectoriesOptions): AsyncGenerator<string, void, void> {
  const { github, repository, runId, artifactName } = options;
  const known = await getRun(options, runId);
  if ('problem' in known) throw new Error(known.problem);
  const artifact = await findArtifact(github, repository, known.run, artifactName, MAX_BYTES);
  if ('problem' in artifact)
    throw artifact.kind === 'refused' ? new Error(artifact.problem) : new NoEarlierTrajectories(artifact.problem);
  const zip = await downloadArtifact(github, repository, artifact, MAX_BYTES);
  if ('problem' in zip) throw new Error(zip.problem);
  const read = readZipLines(zip.bytes, TRAJECTORIES_FILE, LARGEST_TRAJECTORIES);
  if ('problem' in read) throw new Error(`its artifact ${artifactName} ${read.problem}`);
  yield* read.lines;
  const texts = readZipLines(zip.bytes, REQUESTS_FILE, LARGEST_TRAJECTORIES);
  if ('lines' in texts) yield* texts.lines;
}

/** Packed size. */
const MAX_BYTES = 100 * 1024 * 1024;
