import { percent } from '#common/words.ts';
import { changedTestFiles } from '#gate/baseline/comparison/changed-test-files.ts';
import type { CaseStatus, LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { leftOutByMain } from '#gate/baseline/comparison/left-out.ts';
import { isOfVersions } from '#gate/baseline/pairing/run-difference.ts';
import { scoredTrials, withoutRepeatedAnswers } from '#gate/baseline/results/evidence.ts';
import { SLACK } from '#statistics/beyond.ts';
import { mean } from '#statistics/mean.ts';
import type { NoComparableCase, OutsideFacts } from '../facts/run-facts.ts';
import { comparableCases, meanPassRate, type PairedCase } from '../terms/evidence.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';

/** Below this share of comparable cases a verdict covers only a part of the suite, and says so first. */
const FEW = 0.7;

/**
 * What there was to compare with. Nothing can pass without a comparable case, or if main never tried some.
 *
 * @param serves whether pull requests are compared with the candidate, if it is a run of main
 */
export function baselineFindings(
  comparison: LeanComparison,
  paired: readonly PairedCase[],
  serves: boolean,
): readonly Finding[] {
  if (!comparison.has_baseline) {
    const { makes_baseline: makesOne, why_no_baseline: why } = comparison;
    return makesOne
      ? [finding({ outcome: 'pass', gate: 'baseline', code: 'baseline_made' }, { serves })]
      : [finding({ outcome: 'inconclusive', gate: 'baseline', code: 'no_baseline' }, { problem: why })];
  }
  const comparable = comparableCases(paired).length;
  const of = comparison.cases.length;
  const isFew = comparable < FEW * of * (1 - SLACK);
  const note = { outcome: 'note', gate: 'baseline' } as const;
  const open = { outcome: 'inconclusive', gate: 'baseline' } as const;
  const leftOut = leftOutByMain(comparison);
  const tried = comparison.cases.filter(({ candidate }) => candidate !== null).length;
  const outside = comparison.cases.filter(({ status }) => status !== 'comparable').map(({ id }) => id);
  return stated(
    leftOut.length > 0 && finding({ ...open, code: 'baseline_incomplete', cases: leftOut }, { of: tried }),
    comparable === 0 && finding({ ...open, code: 'no_comparable_case' }, whyNone(comparison)),
    comparable > 0 && isFew && finding({ ...note, code: 'few_comparable' }, { comparable, of }),
    allCasesFinding(comparison, paired),
    of > comparable && finding({ ...note, code: 'not_compared', cases: outside }, { counts: countOf(comparison) }),
  );
}

/** The same if only the trials of the runs are known. */
export function baselineFindingsOfNone(paired: readonly PairedCase[]): readonly Finding[] {
  if (comparableCases(paired).length > 0) return [];
  const about = { outcome: 'inconclusive', gate: 'baseline', code: 'no_comparable_case' } as const;
  return [finding(about, { kind: 'nothing_judged', differences: 0 })];
}

/** Cases outside the tests, counted by reason. */
function countOf({ cases }: LeanComparison): OutsideFacts['counts'] {
  return OUTSIDE.map((status) => ({ status, count: cases.filter((item) => item.status === status).length })).filter(
    ({ count }) => count > 0,
  );
}

const OUTSIDE: readonly CaseStatus[] = ['new', 'changed', 'removed', 'no_result', 'not_comparable'];

/** There is a baseline, but none of its cases can be compared. */
function whyNone(comparison: LeanComparison): NoComparableCase {
  const { cases, condition_differences: differences } = comparison;
  const kind = differences.some(isOfVersions)
    ? 'other_version'
    : differences.length > 0
      ? 'conditions'
      : 'nothing_same';
  const tests = kind === 'nothing_same' ? changedTestFiles(comparison) : [];
  return {
    kind: cases.length === 0 ? 'no_case' : kind,
    differences: differences.length,
    ...(tests.length > 0 && { tests }),
  };
}

/** The compared cases can look better than the run: a broken case may be outside, because the change rewrote its input too. */
function allCasesFinding({ cases }: LeanComparison, paired: readonly PairedCase[]): Finding | null {
  const compared = comparableCases(paired).map(({ trials }) => trials);
  const rates = cases.flatMap(({ candidate }) => {
    if (candidate === null) return [];
    const trials = withoutRepeatedAnswers(scoredTrials(candidate)).filter(
      ({ index }) => index <= candidate.planned_trials,
    );
    return mean(trials.map(({ outcome }) => (outcome === 'passed' ? 1 : 0))) ?? [];
  });
  const [all, among] = [mean(rates), meanPassRate(compared)];
  if (all === null || among === null || rates.length === compared.length || percent(all) === percent(among))
    return null;
  const about = { outcome: 'note', gate: 'baseline', code: 'all_cases' } as const;
  return finding(about, { all: { rate: all, cases: rates.length }, compared: { rate: among, cases: compared.length } });
}
