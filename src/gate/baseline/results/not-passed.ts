import type { ResultsFile } from './results-file.ts';

/** What became of cases that have still to pass. */
export interface NotPassed {
  readonly ids: readonly string[];
  /** Those of `ids` that no trial of a run that ended early has tried. */
  readonly untried: readonly string[];
}

/**
 * The cases that had a trial that did not pass, by the newest run that tried them, and those that a run never came to: it ended
 * before, and nobody knows whether they pass.
 *
 * @param runs oldest first
 */
export function casesNotPassed(runs: readonly Pick<ResultsFile, 'cases' | 'complete'>[]): NotPassed {
  const states = new Map<string, 'passed' | 'failed' | 'untried'>();
  for (const { cases, complete } of runs)
    for (const { id, trials } of cases) {
      if (trials.length === 0 && complete) continue;
      const passed = trials.every(({ outcome }) => outcome === 'passed');
      states.set(id, trials.length === 0 ? 'untried' : passed ? 'passed' : 'failed');
    }
  const of = [...states];
  return {
    ids: of.flatMap(([id, state]) => (state === 'passed' ? [] : [id])),
    untried: of.flatMap(([id, state]) => (state === 'untried' ? [id] : [])),
  };
}
