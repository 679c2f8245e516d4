import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { compare } from '#domain/baseline/comparison/compare.ts';
import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/**
 * A run compared with main's runs; a run of main has nothing to compare with.
 *
 * @param side as the caller knows it: the results of a fork can claim anything
 */
export function compareWith(
  results: ResultsFile,
  lookup: BaselineLookup,
  { side }: Pick<ResultsFile['run'], 'side'>,
): Comparison {
  if (lookup.kind === 'none') return compare(results, [], lookup.reason);
  const runs = side === 'baseline' ? [] : lookup.runs;
  return compare(
    results,
    runs.map((run) => run.results),
  );
}
