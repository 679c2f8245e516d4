import type { ActionInputs } from '#commands/options/inputs.ts';

/**
 * The inputs of a shard: it has its share of the budget, decides nothing and so is red only as an error, and leaves the comment
 * and the check run to the merge. All shards run at the same time, so max-duration is not divided.
 */
export function inputsOfShard(inputs: ActionInputs): ActionInputs {
  const shard = inputs.shard ?? (isLeftToMerge(inputs) ? WHOLE : null);
  if (shard === null) return inputs;
  return {
    ...inputs,
    shard,
    ...share(inputs, shard.of),
    confirm: shard === WHOLE ? 'job' : 'never',
    comment: 'never',
    checkRun: false,
    failOn: 'never',
  };
}

/** Another job runs main's commit and decides: this one is a shard with all cases. */
function isLeftToMerge({ mode, confirm }: ActionInputs): boolean {
  return mode === 'run' && confirm === 'job';
}

const WHOLE = { index: 1, of: 1 };

/** Counts are rounded down, so that all shares together do not exceed the whole; but a share of 0 would run nothing. */
function share({ maxCostUsd, maxTokens, maxTrials }: ActionInputs, of: number): Partial<ActionInputs> {
  const part = (count: number | null) => (count === null ? null : Math.max(1, Math.floor(count / of)));
  return {
    maxCostUsd: maxCostUsd === null ? null : maxCostUsd / of,
    maxTokens: part(maxTokens),
    maxTrials: part(maxTrials),
  };
}
