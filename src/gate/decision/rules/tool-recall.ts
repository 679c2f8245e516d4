import { reaches } from '#statistics/beyond.ts';
import { mean } from '#statistics/mean.ts';
import { type Drift, driftP } from '#statistics/values/drift.ts';
import { recallTest } from '#statistics/values/recall-test.ts';
import { CHANGE_ALONE, isRed, NO_LIMIT } from '../terms/boundary.ts';
import type { RecallDecision } from '../terms/decision.ts';
import type { GateTrial, PairedCase } from '../terms/evidence.ts';
import { finding, stated } from '../terms/finding.ts';
import { casesWithValues, haveBaselineValues, pairedValues, valuesOf } from '../terms/metric-values.ts';
import { leastPOfRounds } from '../terms/rounds.ts';
import type { TestedSide } from '../terms/tried-test.ts';
import { findWithinDrift, isWithinDrift, recallDrift } from './drift-allowance.ts';
import type { GateRule } from './gate-rule.ts';
import { missingValues } from './missing-values.ts';

/** The boundaries of the test on tool recall. */
export interface RecallPlan {
  readonly boundary: number;
  readonly max_drop: number;
  /** How far main's mean may be from that of another day; `null`: fresh trials of main will tell. */
  readonly drift: Drift | null;
}

/** Tool recall, of the suite or a tag, must not fall. */
export const toolRecallRule: GateRule<RecallPlan, RecallDecision> = {
  isPossible: (cases, { tool_recall: rule }) =>
    typeof rule?.max_drop === 'number' && haveBaselineValues(cases, 'tool_recall', 1),
  plan: (cases, { tool_recall: rule }, { boundary, reckons_with_drift: reckons }) =>
    rule && { boundary, max_drop: rule.max_drop ?? NO_LIMIT, drift: reckons ? recallDrift(cases) : null },
  test: ({ cases }, plan) => testRecall(cases, plan),
  findings: (scope, plan, test) => {
    const about = { gate: 'tool_recall', tag: scope.tag } as const;
    return stated(
      test?.failed === true && finding({ ...about, outcome: 'fail', code: 'recall_drop' }, { test }),
      test !== null && isWithinDrift(test) && findWithinDrift(about, { kind: 'tool_recall', test }, test, plan.drift),
      ...missingValues(scope, 'tool_recall', plan, test === null),
    );
  },
  casesOf: (cases) => casesWithValues(cases, 'tool_recall'),
  read: (test, limit = test.max_drop) => ({
    p: test.boundary === CHANGE_ALONE ? null : test.p,
    change: test.change,
    limit,
    failed: test.failed,
    settled: true,
  }),
  sideOf: side,
};

/** Whether tool recall fell by more than the tolerance and more than chance explains. */
function testRecall(cases: readonly PairedCase[], plan: RecallPlan): RecallDecision | null {
  const pairs = pairedValues(cases, 'tool_recall');
  const test = recallTest(pairs);
  if (test === null) return null;
  const { drift, ...bounds } = plan;
  const leastP = leastPOfRounds(cases, 'tool_recall', (share) => -share);
  const p = Math.max(test.p, leastP);
  const isBeyondChance = isRed({ p, boundary: plan.boundary, change: test.drop, limit: plan.max_drop });
  const p_drift = drift === null || !isBeyondChance ? null : driftP(test.drop, test.exchangeableError, drift);
  return {
    p,
    change: test.drop,
    ci95: test.ci95 === null ? null : [test.ci95.low, test.ci95.high],
    ...bounds,
    cases: test.cases,
    candidate: mean(pairs.map(({ candidate }) => mean(candidate) ?? 0)) ?? 0,
    baseline: mean(pairs.map(({ baseline }) => mean(baseline) ?? 0)) ?? 0,
    p_drift,
    failed: isBeyondChance && (p_drift === null || reaches(p_drift, plan.boundary)),
  };
}

function side(cases: readonly (readonly GateTrial[])[]): TestedSide {
  const values = cases.map((trials) => valuesOf(trials, 'tool_recall'));
  return {
    value: mean(values.flatMap((each) => mean(each) ?? [])) ?? 0,
    trials: values.reduce((sum, each) => sum + each.length, 0),
  };
}
