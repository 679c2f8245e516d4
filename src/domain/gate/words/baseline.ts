import type { CaseStatus, Comparison } from '#domain/baseline/comparison.ts';
import { isOfVersions } from '#domain/baseline/differences.ts';
import { runMainOnce } from '#domain/baseline/run-main-once.ts';
import { percent, plural } from '#domain/words.ts';
import type { Words } from '../finding.ts';

/** There is nothing to compare with, although there should be. */
export function noBaseline(why: string | null): Words {
  const headline = 'no baseline to compare with, only absolute floors were checked';
  return {
    headline,
    message: why === null ? headline : `no baseline to compare with: ${why}; only absolute floors were checked`,
  };
}

/**
 * A run of the main branch, which is compared with nothing.
 *
 * @param serves whether pull requests are compared with it
 */
export function baselineMade(serves: boolean): string {
  const what = serves
    ? 'these results are the baseline of pull requests'
    : 'a run of the default branch is compared with nothing';
  return `no absolute floor is broken; ${what}`;
}

/** A baseline is there, but no case of it can be compared. */
export function noComparableCase({ cases, condition_differences: differences }: Comparison): Words | string {
  if (cases.length === 0) return "can't tell: the suite has no case";
  if (differences.some(isOfVersions)) return otherVersion();
  const why =
    differences.length > 0
      ? `the runs had different conditions (${plural(differences.length, 'difference')})`
      : 'no case is the same on both sides with judged trials on both';
  return `can't tell: no case is comparable with main: ${why}; only absolute floors were checked`;
}

/** The action was upgraded, and main's trajectories are not there to be graded again. */
function otherVersion(): Words {
  const headline = `can't tell: another version of this action measured main's runs: ${runMainOnce('main')}`;
  const why = 'runs of main that store every trajectory (trajectories: all) are graded again by the new version';
  return { headline, message: `${headline}; ${why}; only absolute floors were checked` };
}

/** Main's run ended before it had tried these cases: nobody knows whether they got worse. */
export function baselineIncomplete(missing: number, total: number): Words {
  const headline = `can't tell: main has no trials of ${missing} of ${plural(total, 'case')}, as its run was cut short`;
  return {
    headline,
    message: `${headline}; where max-trials or another cap ended it, raise that on main, and run main again`,
  };
}

/** The verdict is about a part of the suite. */
export function fewComparable(comparable: number, total: number): string {
  return `only ${comparable} of ${plural(total, 'case')} could be compared with main`;
}

interface RateOfCases {
  readonly rate: number;
  readonly cases: number;
}

/** The pass rate of the comparison is that of a part of the suite, and the whole has another. */
export function allCases(all: RateOfCases, compared: RateOfCases): string {
  return `all ${plural(all.cases, 'case')} here: pass rate ${percent(all.rate)}; the ${compared.cases} that could be compared: ${percent(compared.rate)}`;
}

const STATUS_WORDS: Readonly<Record<Exclude<CaseStatus, 'comparable'>, string>> = {
  new: 'new',
  changed: 'changed',
  removed: 'removed',
  not_comparable: 'not comparable',
};

/** Cases outside the tests, counted by why. */
export function notCompared(counts: ReadonlyMap<CaseStatus, number>): string {
  const order = ['new', 'changed', 'removed', 'not_comparable'] as const;
  const parts = order.flatMap((status) => {
    const count = counts.get(status) ?? 0;
    return count === 0 ? [] : [`${count} ${STATUS_WORDS[status]}`];
  });
  return `outside the tests: ${parts.join(', ')}`;
}
