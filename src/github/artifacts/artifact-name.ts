import type { Shard } from '#cases/suite/selection/shard.ts';

/** Name of the file and artifact with the HTML report of one attempt of a run: every attempt keeps its own. */
export function reportName(key: string, run: { readonly id: number; readonly attempt: number }): string {
  return `agent-eval-report${key === '' ? '' : `-${key}`}-${run.id}-${run.attempt}.html`;
}

/** Name of this suite's artifact, or of the artifact of one shard; `key` is letters, digits, dots, dashes and underscores. */
export function artifactName(kind: 'results' | 'trajectories', key: string, shard: Shard | null = null): string {
  const name = key === '' ? `agent-eval-${kind}` : `agent-eval-${kind}-${key}`;
  return shard === null ? name : `${name}-shard-${shard.index}`;
}
