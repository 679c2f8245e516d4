import type { ResultsFile } from './results-file.ts';

/** Ids of the cases that had a trial that did not pass, by the newest run that tried them. @param runs oldest first */
export function casesNotPassed(runs: readonly Pick<ResultsFile, 'cases'>[]): readonly string[] {
  const passed = new Map<string, boolean>();
  for (const { cases } of runs)
    for (const { id, trials } of cases)
      if (trials.length > 0)
        passed.set(
          id,
          trials.every(({ outcome }) => outcome === 'passed'),
        );
  return [...passed].filter(([, all]) => !all).map(([id]) => id);
}
