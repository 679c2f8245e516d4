import type { CaseStatus, ComparedCase, Comparison } from '#domain/baseline/comparison/comparison.ts';
import { isOfVersions } from '#domain/baseline/pairing/differences.ts';
import { isSameCase } from '#domain/baseline/pairing/pair-cases.ts';
import { pooledEvidence, scoredTrials, withoutRepeats } from '#domain/baseline/results/evidence.ts';
import { SLACK } from '#domain/statistics/beyond.ts';
import { mean } from '#domain/statistics/mean.ts';
import { percent, plural } from '#domain/words.ts';
import { comparableCases, meanPassRate, type PairedCase } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import type { FactsOf, Words } from '../reason-code.ts';

/** Below this share of comparable cases a verdict covers only a part of the suite, and says so first. */
const FEW = 0.7;

/**
 * What there was to compare with. Without a comparable case nothing can pass; likewise if main never tried some.
 *
 * @param serves whether pull requests are compared with the candidate, if it is a run of main
 */
export function baselineFindings(
  comparison: Comparison,
  paired: readonly PairedCase[],
  serves: boolean,
): readonly Finding[] {
  if (!comparison.has_baseline) {
    const { makes_baseline: makesOne, why_no_baseline: why } = comparison;
    return makesOne
      ? [finding({ outcome: 'pass', gate: 'baseline', code: 'baseline_made' }, baselineMade(serves))]
      : [finding({ outcome: 'inconclusive', gate: 'baseline', code: 'no_baseline' }, noBaseline(why))];
  }
  const comparable = comparableCases(paired).length;
  const total = comparison.cases.length;
  const outside = comparison.cases.length - comparable;
  const note = { outcome: 'note', gate: 'baseline' } as const;
  const leftOut = leftOutByMain(comparison);
  return [
    ...(leftOut.length > 0
      ? [
          finding(
            { ...note, outcome: 'inconclusive', code: 'baseline_incomplete', cases: leftOut },
            baselineIncomplete(leftOut.length, comparison.cases.filter(({ candidate }) => candidate !== null).length),
          ),
        ]
      : []),
    ...(comparable === 0
      ? [finding({ ...note, outcome: 'inconclusive', code: 'no_comparable_case' }, whyNone(comparison))]
      : []),
    ...(comparable > 0 && isFew(comparable, total)
      ? [finding({ ...note, code: 'few_comparable' }, fewComparable(comparable, total))]
      : []),
    ...allCasesFindings(comparison, paired),
    ...(outside > 0
      ? [finding({ ...note, code: 'not_compared', cases: idsOutside(comparison) }, notCompared(countOf(comparison)))]
      : []),
  ];
}

/** The same if only the trials of the runs are known. */
export function baselineFindingsOfNone(paired: readonly PairedCase[]): readonly Finding[] {
  if (comparableCases(paired).length > 0) return [];
  return [
    finding(
      { outcome: 'inconclusive', gate: 'baseline', code: 'no_comparable_case' },
      { why: 'nothing_judged', differences: 0 },
    ),
  ];
}

/**
 * Cases that can't be compared because main's nearest run was cut short before any trial of them was judged, and no farther run
 * has one.
 */
function leftOutByMain({ pool, condition_differences: differences, cases }: Comparison): readonly string[] {
  if (pool[0]?.complete !== false || differences.length > 0) return [];
  return cases.filter(isLeftOut).map(({ id }) => id);
}

function isLeftOut({ candidate, baseline, runs }: ComparedCase): boolean {
  if (candidate === null || baseline === null || !isSameCase(candidate, baseline)) return false;
  if (pooledEvidence(runs).flat().length > 0) return false;
  const ended = runs[0]?.filter(({ error }) => error?.class !== 'budget' && error?.class !== 'cancelled') ?? [];
  return ended.length < baseline.planned_trials;
}

function isFew(comparable: number, total: number): boolean {
  return comparable < FEW * total * (1 - SLACK);
}

function idsOutside({ cases }: Comparison): string[] {
  return cases.filter(({ status }) => status !== 'comparable').map(({ id }) => id);
}

function countOf({ cases }: Comparison): ReadonlyMap<CaseStatus, number> {
  const counts = new Map<CaseStatus, number>();
  for (const { status } of cases) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

/** There is nothing to compare with, although there should be. */
function noBaseline(why: string | null): Words {
  const headline = 'no baseline to compare with; only absolute floors were checked';
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
function baselineMade(serves: boolean): string {
  const what = serves
    ? 'these results are the baseline of pull requests'
    : 'a run of the default branch is not compared with anything';
  return `no absolute floor is broken; ${what}`;
}

/** There is a baseline, but none of its cases can be compared. */
function whyNone({ cases, condition_differences: differences }: Comparison): FactsOf['no_comparable_case'] {
  const why = differences.some(isOfVersions) ? 'other_version' : differences.length > 0 ? 'conditions' : 'nothing_same';
  return { why: cases.length === 0 ? 'no_case' : why, differences: differences.length };
}

/** Main's run ended before it had tried these cases, so it is unknown whether they got worse. */
function baselineIncomplete(missing: number, total: number): Words {
  const headline = `can't tell: main has no trials of ${missing} of ${plural(total, 'case')}, because its run was cut short`;
  return {
    headline,
    message: `${headline}; if max-trials or another cap ended that run, raise it on main and run main again`,
  };
}

/** The verdict covers only a part of the suite. */
function fewComparable(comparable: number, total: number): string {
  return `only ${comparable} of ${plural(total, 'case')} could be compared with main`;
}

interface RateOfCases {
  readonly rate: number;
  readonly cases: number;
}

/** The pass rate of the comparison covers a part of the suite, and the whole has another. */
function allCases(all: RateOfCases, compared: RateOfCases): string {
  return `pass rate over all ${plural(all.cases, 'case')} here: ${percent(all.rate)}; over the ${compared.cases} that could be compared: ${percent(compared.rate)}`;
}

const STATUS_WORDS: Readonly<Record<Exclude<CaseStatus, 'comparable' | 'carried'>, string>> = {
  new: 'new',
  changed: 'changed',
  removed: 'removed',
  not_comparable: 'not comparable',
};

/** Cases outside the tests, counted by reason. */
function notCompared(counts: ReadonlyMap<CaseStatus, number>): string {
  const order = ['new', 'changed', 'removed', 'not_comparable'] as const;
  const parts = order.flatMap((status) => {
    const count = counts.get(status) ?? 0;
    return count === 0 ? [] : [`${count} ${STATUS_WORDS[status]}`];
  });
  return `cases outside the tests: ${parts.join(', ')}`;
}

/** The compared cases can look better than the run: a broken case may be outside, because the change rewrote its input too. */
function allCasesFindings({ cases }: Comparison, paired: readonly PairedCase[]): readonly Finding[] {
  const compared = comparableCases(paired).map(({ trials }) => trials);
  const rates = cases.flatMap(({ candidate }) => {
    if (candidate === null) return [];
    const trials = withoutRepeats(scoredTrials(candidate)).filter(({ index }) => index <= candidate.planned_trials);
    return mean(trials.map(({ outcome }) => (outcome === 'passed' ? 1 : 0))) ?? [];
  });
  const [all, among] = [mean(rates), meanPassRate(compared)];
  if (all === null || among === null || rates.length === compared.length || percent(all) === percent(among)) return [];
  const about = { outcome: 'note', gate: 'baseline', code: 'all_cases' } as const;
  return [finding(about, allCases({ rate: all, cases: rates.length }, { rate: among, cases: compared.length }))];
}
