import type { Shard } from '#domain/suite/selection/shard.ts';

/** Name of this suite's artifact, or of the artifact of one shard; `key` is letters, digits, dots, dashes and underscores. */
export function artifactName(kind: 'results' | 'trajectories', key: string, shard: Shard | null = null): string {
  const name = key === '' ? `agent-eval-${kind}` : `agent-eval-${kind}-${key}`;
  return shard === null ? name : `${name}-shard-${shard.index}`;
}
