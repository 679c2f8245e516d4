import type { CaseRecord, ResultsFile } from '#domain/baseline/results/results-file.ts';
import { listed, plural, wholeNumber } from '#domain/words.ts';

/** Sentences for the report on what a cap of the budget left out; empty if none did. */
export function leftOutNotes(
  { cases }: Pick<ResultsFile, 'cases'>,
  { exhausted }: { readonly exhausted: string | null },
): readonly string[] {
  if (exhausted === null) return [];
  const missing = (one: CaseRecord) =>
    one.planned_trials -
    one.trials.filter(({ index, error }) => index <= one.planned_trials && error?.class !== 'budget').length;
  const planned = cases.reduce((sum, one) => sum + one.planned_trials, 0);
  const cut = cases.filter((one) => missing(one) > 0);
  const untried = cut.filter((one) => missing(one) === one.planned_trials).map(({ id }) => id);
  const trials = cut.reduce((sum, one) => sum + missing(one), 0);
  const never = untried.length === 0 ? '' : `; not tried at all: ${listed(untried, 10)}`;
  return [
    `Budget: ${exhausted}. Left out: ${wholeNumber(trials)} of ${plural(planned, 'trial')}, in ${plural(cut.length, 'case')}${never}`,
  ];
}
