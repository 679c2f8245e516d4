import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { compare } from './compare.ts';
import type { Comparison } from './comparison.ts';

/**
 * A run compared with main's runs; a run of main has nothing to compare with.
 *
 * @param main the name of its branch, for words
 * @param side as the caller knows it: the results of a fork can claim anything
 */
export function compareWithMain(
  results: ResultsFile,
  lookup: BaselineLookup,
  { side }: Pick<ResultsFile['run'], 'side'>,
  main?: string,
): Comparison {
  return compare(results, runsCompared(lookup, side), lookup.kind === 'none' ? lookup.reason : null, main);
}

/** The runs of main that a run of this side is compared with, nearest first. */
export function runsCompared(lookup: BaselineLookup, side: ResultsFile['run']['side']): readonly ResultsFile[] {
  return lookup.kind === 'none' || side === 'baseline' ? [] : lookup.runs.map(({ results }) => results);
}
