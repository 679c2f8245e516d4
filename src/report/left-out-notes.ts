import { listed, plural, wholeNumber } from '#common/words.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';

/** Sentences for the report on what a cap of the budget left out; empty if none did. */
export function leftOutNotes(
  { cases }: Pick<ResultsFile, 'cases'>,
  { exhausted }: { readonly exhausted: string | null },
): readonly string[] {
  if (exhausted === null) return [];
  const missing = (evalCase: CaseRecord) =>
    evalCase.planned_trials -
    evalCase.trials.filter(({ index, error }) => index <= evalCase.planned_trials && error?.class !== 'budget').length;
  const planned = cases.reduce((sum, evalCase) => sum + evalCase.planned_trials, 0);
  const cut = cases.filter((evalCase) => missing(evalCase) > 0);
  const untried = cut.filter((evalCase) => missing(evalCase) === evalCase.planned_trials).map(({ id }) => id);
  const trials = cut.reduce((sum, evalCase) => sum + missing(evalCase), 0);
  const never = untried.length === 0 ? '' : `; not tried at all: ${listed(untried, 10)}`;
  return [
    `Budget: ${exhausted}. Left out: ${wholeNumber(trials)} of ${plural(planned, 'trial')}, in ${plural(cut.length, 'case')}${never}`,
  ];
}
