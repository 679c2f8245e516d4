import { failureRateAfterCleanRuns } from '#domain/statistics/clean-runs.ts';
import { listed, percent, plural } from '#domain/words.ts';
import type { DecisionNumbers } from '../decision.ts';
import type { Words } from '../finding.ts';

/**
 * Something with zero tolerance failed.
 *
 * @param regraded main's trials were judged by what the change demands
 */
export function neverFailBroken(
  what: string,
  entry: DecisionNumbers['never_fail'][number],
  cases: readonly string[],
  regraded: boolean,
): Words {
  const where = what.startsWith('case ') ? '' : ` (${listed(cases)})`;
  const headline = `never-fail ${what} failed in ${entry.failed} of ${plural(entry.scored, 'trial')}${where}`;
  const main = entry.baseline_failed
    ? `; it also fails on main (${entry.baseline_failed}/${entry.baseline_scored}${regraded ? `, ${REGRADED}` : ''})`
    : '';
  return { headline: `${headline}${main}`, message: `${headline}${main}; no failure is tolerated` };
}

const REGRADED = "graded again with this change's expectations";

/** Nothing of it could be judged. */
export function neverFailUnscored(what: string): string {
  return `never-fail ${what} was not judged in any trial`;
}

/** It is gone from the suite. */
export function neverFailRemoved(id: string): string {
  return `never-fail case ${id} was removed from the suite`;
}

/** What clean trials show, and what they do not. */
export function neverFailClean(count: number, trials: number): string {
  const bound = failureRateAfterCleanRuns(trials) ?? 1;
  return `${plural(count, 'never-fail rule')} held; ${plural(trials, 'clean trial')} only ${trials === 1 ? 'shows' : 'show'} a failure rate below ${percent(bound)}`;
}
