import type { ActionInputs } from '#entry/options/options.ts';

/**
 * The inputs of a shard: it has its share of the budget, decides nothing and so is red only as an error, and leaves the
 * comment and the check run to the merge. Time passes for all shards at once, so max-duration is not shared out.
 */
export function inputsOfShard(inputs: ActionInputs): ActionInputs {
  const shard = inputs.shard ?? (isLeftToMerge(inputs) ? WHOLE : null);
  if (shard === null) return inputs;
  return {
    ...inputs,
    shard,
    ...share(inputs, shard.of),
    confirm: 'never',
    comment: 'never',
    checkRun: false,
    failOn: 'never',
  };
}

/** Main's commit is run by another job, which decides then: this one is a shard that has all cases. */
function isLeftToMerge({ mode, confirm }: ActionInputs): boolean {
  return mode === 'run' && confirm === 'job';
}

const WHOLE = { index: 1, of: 1 };

/** Counts are rounded down, so that all shares together are no more than the whole; but a share of nothing would run nothing. */
function share({ maxCostUsd, maxTokens, maxTrials }: ActionInputs, of: number): Partial<ActionInputs> {
  const part = (count: number | null) => (count === null ? null : Math.max(1, Math.floor(count / of)));
  return {
    maxCostUsd: maxCostUsd === null ? null : maxCostUsd / of,
    maxTokens: part(maxTokens),
    maxTrials: part(maxTrials),
  };
}
