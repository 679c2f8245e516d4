import type { ResultsFile } from '#gate/baseline/results/results-file.ts';

/** The results that this run's shards stored. Never throws. */
export interface StoredShards {
  find(): Promise<FoundShards>;
}

/** The newest results of each shard; `problems` are sentences about those that can't be read. */
export interface FoundShards {
  readonly shards: readonly StoredShard[];
  readonly problems: readonly string[];
}

/** The results of one shard. */
export interface StoredShard {
  /** As the name of its artifact says. */
  readonly index: number;
  readonly results: ResultsFile;
}
