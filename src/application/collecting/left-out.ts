import type { CaseRecord, ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Execution } from '../running/execute-suite.ts';

/** Sentences for the report on what a cap of the budget left out; empty when none did. */
export function leftOutNotes(
  { cases }: Pick<ResultsFile, 'cases'>,
  { exhausted }: Pick<Execution, 'exhausted'>,
): readonly string[] {
  if (exhausted === null) return [];
  const missing = (one: CaseRecord) =>
    one.planned_trials -
    one.trials.filter(({ index, error }) => index <= one.planned_trials && error?.class !== 'budget').length;
  const planned = cases.reduce((sum, one) => sum + one.planned_trials, 0);
  const cut = cases.filter((one) => missing(one) > 0);
  const untried = cut.filter((one) => missing(one) === one.planned_trials).map(({ id }) => id);
  const trials = cut.reduce((sum, one) => sum + missing(one), 0);
  const never = untried.length === 0 ? '' : `; not tried at all: ${listed(untried)}`;
  return [
    `Budget: ${exhausted}. Left out: ${trials} of ${planned} trials, of ${cut.length === 1 ? '1 case' : `${cut.length} cases`}${never}`,
  ];
}

function listed(ids: readonly string[]): string {
  return `${ids.slice(0, MOST_LISTED).join(', ')}${ids.length > MOST_LISTED ? ` and ${ids.length - MOST_LISTED} more` : ''}`;
}

const MOST_LISTED = 10;
