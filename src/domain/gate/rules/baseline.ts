import type { CaseStatus, ComparedCase, Comparison } from '#domain/baseline/comparison.ts';
import { pooledEvidence } from '#domain/baseline/evidence.ts';
import { isSameCase } from '#domain/baseline/pair-cases.ts';
import { SLACK } from '#domain/statistics/beyond.ts';
import { allCasesFindings } from '../all-cases.ts';
import { comparableCases, type PairedCase } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import {
  baselineIncomplete,
  baselineMade,
  fewComparable,
  noBaseline,
  noComparableCase,
  notCompared,
} from '../words/baseline.ts';

/** Under this share of comparable cases a verdict is about a part of the suite only, and says so first. */
const FEW = 0.7;

/**
 * What there was to compare with. Without a comparable case nothing can pass, nor where main never tried some.
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
      ? [finding({ ...note, outcome: 'inconclusive', code: 'no_comparable_case' }, noComparableCase(comparison))]
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

/** The same where nothing is known of the runs but their trials. */
export function baselineFindingsOfNone(paired: readonly PairedCase[]): readonly Finding[] {
  if (comparableCases(paired).length > 0) return [];
  const words = "can't tell: no case has judged trials on both sides";
  return [finding({ outcome: 'inconclusive', gate: 'baseline', code: 'no_comparable_case' }, words)];
}

/** Cases that can't be compared because main's nearest run was cut short before it had judged a trial of them, and no farther run has any. */
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
