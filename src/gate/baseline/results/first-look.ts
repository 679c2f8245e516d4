import type { ResultsFile } from './results-file.ts';

/**
 * A run that ended by what it found, reduced to its first look: its further trials depend on the outcomes, and would bias every
 * comparison.
 */
export function upToFirstLook(results: ResultsFile): ResultsFile {
  const [first] = results.looks;
  if (first === undefined || results.run.side === 'baseline') return results;
  const cases = results.cases.map((record) => ({
    ...record,
    planned_trials: Math.min(record.planned_trials, first),
    trials: record.trials.filter(({ index }) => index <= first),
  }));
  return { ...results, looks: [first], cases };
}
