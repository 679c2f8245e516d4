import type { CaseStatus, Comparison } from '#domain/baseline/comparison.ts';
import { SLACK } from '#domain/statistics/beyond.ts';
import { type Finding, finding } from './finding.ts';
import { comparableCases, type PairedCase } from './gate-evidence.ts';
import { baselineMade, fewComparable, noBaseline, noComparableCase, notCompared } from './words/baseline.ts';

/** Under this share of comparable cases a verdict is about a part of the suite only, and says so first. */
const FEW = 0.7;

/** What there was to compare with. Without a comparable case nothing can pass. */
export function baselineFindings(comparison: Comparison, paired: readonly PairedCase[]): readonly Finding[] {
  if (!comparison.has_baseline) {
    const { makes_baseline: makesOne, why_no_baseline: why } = comparison;
    return makesOne
      ? [finding({ outcome: 'pass', gate: 'baseline', code: 'baseline_made' }, baselineMade())]
      : [finding({ outcome: 'inconclusive', gate: 'baseline', code: 'no_baseline' }, noBaseline(why))];
  }
  const comparable = comparableCases(paired).length;
  const total = comparison.cases.length;
  const outside = comparison.cases.length - comparable;
  const note = { outcome: 'note', gate: 'baseline' } as const;
  return [
    ...(comparable === 0
      ? [finding({ ...note, outcome: 'inconclusive', code: 'no_comparable_case' }, noComparableCase(comparison))]
      : []),
    ...(comparable > 0 && isFew(comparable, total)
      ? [finding({ ...note, code: 'few_comparable' }, fewComparable(comparable, total))]
      : []),
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
