import { listed, wholeNumber } from '#common/words.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { scoredTrials } from '#gate/baseline/results/evidence.ts';
import { quantile } from '#statistics/quantile.ts';

/** A trial with this many times the tokens of its case's other trials is reported: it may be a loop, and no mean shows it. */
const FAR = 10;

/** With fewer others the usual tokens of the case are unknown. */
const FEWEST_OTHERS = 2;

/** Sentences that name single trials with far more tokens than the others of their case here and on main, the farthest first. */
export function outlierRemarks({ cases }: Comparison): readonly string[] {
  const outliers = cases.flatMap(({ id, candidate, baseline }) => {
    const here = candidate === null ? [] : tokensOf(candidate);
    const main = baseline === null ? [] : tokensOf(baseline);
    return here.flatMap((trial) => {
      const others = [...here.filter((other) => other !== trial), ...main].map(({ tokens }) => tokens);
      const usual = others.length < FEWEST_OTHERS ? null : quantile(others, 0.5);
      if (usual === null || usual <= 0 || trial.tokens < FAR * usual) return [];
      return [{ id, ...trial, times: trial.tokens / usual, usual }];
    });
  });
  const farthest = outliers.toSorted((left, right) => right.times - left.times || (left.id < right.id ? -1 : 1));
  const remarks = farthest.slice(0, MOST_LISTED).map(({ id, index, tokens, times, usual }) => {
    return `case ${id}: trial ${index} took ${wholeNumber(tokens)} tokens, ${wholeNumber(times)} × the ${wholeNumber(usual)} of its other trials`;
  });
  const more = farthest.slice(MOST_LISTED).map(({ id, index }) => `${id} (trial ${index})`);
  return more.length === 0
    ? remarks
    : [...remarks, `also with far more tokens than their other trials: ${listed(more)}`];
}

const MOST_LISTED = 3;

function tokensOf(item: NonNullable<Comparison['cases'][number]['candidate']>) {
  return scoredTrials(item).flatMap(({ index, usage }) =>
    usage.total_tokens === null ? [] : [{ index, tokens: usage.total_tokens }],
  );
}
