import { errorMessage, untrustedLine } from '#common/error-message.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { LARGEST_TRAJECTORIES, REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import { getRun } from '#github/runs/get-run.ts';
import { type RunQuery, ruleOf } from '#github/runs/list-runs.ts';
import { type WorkflowRun, whyNoBaseline } from '#github/runs/workflow-run.ts';
import { downloadArtifact } from './download-artifact.ts';
import { type FoundArtifact, findArtifact } from './find-artifact.ts';
import { listShardArtifacts } from './shard-artifacts.ts';
import { readZipLines } from './zip/zip-lines.ts';

/** Whose trajectories to read. */
export interface TrajectoriesQuery extends Omit<RunQuery, 'targetSha'> {
  /** `agent-eval-trajectories[-key]`, to which shards add `-shard-INDEX`. */
  readonly trajectoriesName: string;
}

/** Which of a run's lines: those of its trajectories, or also those of what models were shown in them. */
export type StoredFiles = readonly [typeof TRAJECTORIES_FILE, typeof REQUESTS_FILE?];

/**
 * The lines of the trajectories that a run of the default branch uploaded, shard after shard. The run and its artifacts are
 * requested again and must still qualify as a baseline. Nothing is written to disk, and memory holds only the packed bytes of
 * one artifact. Throws an error whose message follows "its trajectories"; the caller must then discard the lines it got before.
 */
export async function* artifactTrajectories(
  query: TrajectoriesQuery,
  run: StoredRun,
  files: StoredFiles = [TRAJECTORIES_FILE],
): AsyncGenerator<string, void, void> {
  const uploads = await findTrajectories(query, run);
  if ('problem' in uploads) throw new Error(uploads.problem);
  let left = LARGEST_TRAJECTORIES;
  for (const artifact of uploads.artifacts) left -= yield* linesOf(query, artifact, files, left);
}

type FoundTrajectories = { readonly artifacts: readonly FoundArtifact[] } | { readonly problem: string };

async function findTrajectories(query: TrajectoriesQuery, { place }: StoredRun): Promise<FoundTrajectories> {
  if (place === null || !RUN_ID.test(place)) return { problem: 'are not stored' };
  try {
    return await findArtifacts(query, Number(place));
  } catch (error) {
    return unreadable(errorMessage(error));
  }
}

async function findArtifacts(query: TrajectoriesQuery, id: number): Promise<FoundTrajectories> {
  const { github, repository, trajectoriesName } = query;
  const known = await getRun(query, id);
  if ('problem' in known) return unreadable(known.problem);
  const foreign = whyNoBaseline(known.run, ruleOf(query));
  if (foreign !== null) return unreadable(`their run no longer counts as a baseline: ${foreign}`);
  const whole = await findArtifact(github, repository, known.run, trajectoriesName, MAX_TRAJECTORIES_BYTES);
  if (!('problem' in whole)) return { artifacts: [whole] };
  if (whole.kind === 'expired') return EXPIRED;
  return whole.kind === 'absent' ? findShards(query, known.run) : unreadable(whole.problem);
}

/**
 * The lines of the trajectories that the shards of the current run uploaded, and of what models were shown in them. Throws like
 * {@link artifactTrajectories}.
 */
export async function* shardTrajectories(query: ShardsQuery, runId: number): AsyncGenerator<string, void, void> {
  const own = await getRun(query, runId);
  const uploads = 'problem' in own ? unreadable(own.problem) : await findShards(query, own.run);
  if ('problem' in uploads) throw new Error(uploads.problem);
  let left = LARGEST_TRAJECTORIES;
  for (const artifact of uploads.artifacts)
    left -= yield* linesOf(query, artifact, [TRAJECTORIES_FILE, REQUESTS_FILE], left);
}

type ShardsQuery = Pick<TrajectoriesQuery, 'github' | 'repository' | 'trajectoriesName'>;

async function findShards(query: ShardsQuery, run: WorkflowRun): Promise<FoundTrajectories> {
  const { github, repository, trajectoriesName } = query;
  const listed = await listShardArtifacts(github, repository, run, trajectoriesName, MAX_TRAJECTORIES_BYTES);
  if ('problem' in listed) return unreadable(listed.problem);
  const shards = listed.artifacts;
  if (shards.length === 0) return { problem: `are not stored: the run has no artifact ${trajectoriesName}` };
  if (shards.some(({ artifact }) => artifact.expired)) return EXPIRED;
  const refusal = shards.find((shard) => shard.refusal !== null)?.refusal ?? null;
  if (refusal !== null) return unreadable(refusal);
  const bytes = shards.reduce((sum, { artifact }) => sum + artifact.size_in_bytes, 0);
  if (bytes > MAX_TRAJECTORIES_BYTES) return { problem: `are larger than ${MAX_TRAJECTORIES_BYTES} bytes` };
  return { artifacts: shards.map(({ artifact: { id, name, digest } }) => ({ id, name, digest: digest ?? null })) };
}

/** Returns the number of bytes in the lines. Runs of older versions have no texts of requests. */
async function* linesOf(
  { github, repository }: ShardsQuery,
  artifact: FoundArtifact,
  [trajectories, requests]: StoredFiles,
  maxBytes: number,
): AsyncGenerator<string, number, void> {
  const zip = await downloadArtifact(github, repository, artifact, MAX_TRAJECTORIES_BYTES);
  if ('problem' in zip) throw new Error(unreadable(zip.problem).problem);
  const read = readZipLines(zip.bytes, trajectories, maxBytes);
  if ('problem' in read) throw new Error(unreadable(`its artifact ${artifact.name} ${read.problem}`).problem);
  try {
    yield* read.lines;
    const texts = requests === undefined ? null : readZipLines(zip.bytes, requests, maxBytes);
    if (texts !== null && 'lines' in texts) yield* texts.lines;
  } catch (error) {
    throw new Error(unreadable(`its artifact ${artifact.name} ${errorMessage(error)}`).problem);
  }
  return read.size;
}

function unreadable(problem: string): { readonly problem: string } {
  return { problem: `can't be read: ${untrustedLine(problem)}` };
}

const EXPIRED = { problem: 'have expired' };
const RUN_ID = /^[1-9]\d{0,14}$/;
/** Packed size, of all shards together. */
const MAX_TRAJECTORIES_BYTES = 100 * 1024 * 1024;
