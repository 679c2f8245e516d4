import { errorMessage } from '#common/error-message.ts';
import { listed } from '#common/words.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { getRun } from '#github/runs/get-run.ts';
import type { FoundShards, StoredShard, StoredShards } from '#runner/merging/stored-shards.ts';
import { readResultsArtifact } from './read-results-artifact.ts';
import { listShardArtifacts, type ShardArtifact } from './shard-artifacts.ts';

/** Whose shards to look for. */
export interface ShardResultsOptions {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  /** `agent-eval-results[-key]`, to which shards add `-shard-INDEX`. */
  readonly artifactName: string;
  /** The current run: its own jobs ran the shards. */
  readonly runId: number;
  /** The part of a shard's results to keep in memory while those of others are read. */
  readonly keep: (results: ResultsFile) => ResultsFile;
}

/**
 * Reads what the shards of this run uploaded, into memory and with the limits of every results file. The contents are not
 * judged here.
 */
export function shardResults(options: ShardResultsOptions): StoredShards {
  return {
    find: () => find(options).catch((error: unknown) => none(errorMessage(error))),
  };
}

async function find(options: ShardResultsOptions): Promise<FoundShards> {
  const { github, repository, artifactName, runId } = options;
  const own = await getRun(options, runId);
  if ('problem' in own) return none(own.problem);
  const listed = await listShardArtifacts(github, repository, own.run, artifactName);
  if ('problem' in listed) return none(listed.problem);
  if (listed.artifacts.length === 0) return { shards: [], problems: [noneStored(artifactName, listed.others)] };
  const shards: StoredShard[] = [];
  const problems: string[] = [];
  // One after the other: unpacking two archives at the same time would need twice the memory.
  for (const artifact of listed.artifacts) {
    const read = await readShard(options, artifact);
    if ('problem' in read) problems.push(`shard ${artifact.index} can't be read: ${read.problem}`);
    else shards.push({ index: artifact.index, results: options.keep(read.results) });
  }
  return { shards, problems };
}

async function readShard({ github, repository }: ShardResultsOptions, { artifact, refusal }: ShardArtifact) {
  if (artifact.expired)
    return { problem: `${refusal}; choose "Re-run all jobs", so that every shard stores its results again` };
  if (refusal !== null) return { problem: refusal };
  const { id, name, digest } = artifact;
  return readResultsArtifact(github, repository, { id, name, digest: digest ?? null });
}

/** The most likely mistake is a key that not all jobs have, because the key is part of the names. */
function noneStored(artifactName: string, others: readonly string[]): string {
  const looked = `no job of this run stored the results of a shard: this job looks for artifacts named ${artifactName}-shard-1 and so on`;
  if (others.length === 0)
    return `${looked}, but the run has no artifacts with results; run the shards with the input shard`;
  const names = others.map((name) => name.slice(0, 200));
  return `${looked}, and the run has ${listed(names, MOST_NAMED)}; give the shards the input shard, and this job the same key as them`;
}

function none(problem: string): FoundShards {
  return { shards: [], problems: [`the results of this run's shards can't be read: ${problem}`] };
}

const MOST_NAMED = 5;
