import { reaches } from '#domain/statistics/beyond.ts';
import { normalQuantile, Z_TWO_SIDED_95 } from '#domain/statistics/distributions/normal.ts';
import { mean } from '#domain/statistics/mean.ts';
import { type Drift, driftP } from '#domain/statistics/values/drift.ts';
import { type RecallTest, recallTest } from '#domain/statistics/values/recall-test.ts';
import { percent, points } from '#domain/words.ts';
import { boundaryOf, CHANGE_ALONE, isRed, NO_LIMIT } from '../boundary.ts';
import type { RepeatedSide } from '../confirmation/repeated-test.ts';
import {
  CONFIRMATION_TRIALS,
  type FreshTrials,
  filled,
  HINGES_ON_MISSING,
  isRedAgain,
  mainSince,
  NOTHING_FRESH,
  notRepeated,
  type Repetition,
} from '../confirmation/repetition.ts';
import type { RecallDecision } from '../decision.ts';
import type { GateTrial, PairedCase } from '../evidence.ts';
import { finding } from '../finding.ts';
import { casesWithValues, haveBaselineValues, pairedValues, valuesOf } from '../metric-values.ts';
import { isWithinDrift, recallDrift, withinDrift } from './drift-allowance.ts';
import type { GateRule } from './gate-rule.ts';
import { missingValues } from './missing-values.ts';
import { ofTag } from './words.ts';

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
  plan: (cases, { tool_recall: rule }, { budget, reckons_with_drift: reckons }) =>
    rule && {
      boundary: boundaryOf(budget),
      max_drop: rule.max_drop ?? NO_LIMIT,
      drift: reckons ? recallDrift(cases) : null,
    },
  test: ({ cases }, plan) => testRecall(cases, plan),
  findings: (scope, plan, test) => {
    const about = { outcome: 'fail', gate: 'tool_recall', code: 'recall_drop', tag: scope.tag } as const;
    const { tag } = scope;
    const fell = test?.failed ? [finding(about, { test })] : [];
    const open =
      test !== null && isWithinDrift(test)
        ? [
            withinDrift(
              { gate: 'tool_recall', tag },
              `${ofTag(tag)}tool recall fell ${points(test.change)} (${percent(test.baseline)} → ${percent(test.candidate)})`,
              test,
            ),
          ]
        : [];
    return [...fell, ...open, ...missingValues(scope, 'tool_recall', plan, test === null)];
  },
  casesOf: (cases) => casesWithValues(cases, 'tool_recall'),
  repeat: repeatRecall,
};

/** Whether tool recall fell by more than the tolerance and more than chance explains. */
function testRecall(cases: readonly PairedCase[], plan: RecallPlan): RecallDecision | null {
  const pairs = pairedValues(cases, 'tool_recall');
  const test = recallTest(pairs);
  if (test === null) return null;
  const { drift, ...bounds } = plan;
  const isBeyondChance = isRed({ p: test.p, boundary: plan.boundary, change: test.drop, limit: plan.max_drop });
  const p_drift = drift === null || !isBeyondChance ? null : driftP(test.drop, test.exchangeableError, drift);
  return {
    p: test.p,
    change: test.drop,
    ci95: test.ci95 === null ? null : [test.ci95.low, test.ci95.high],
    ...bounds,
    cases: test.cases,
    candidate: mean(pairs.map(({ candidate }) => mean(candidate) ?? 0)) ?? 0,
    baseline: mean(pairs.map(({ baseline }) => mean(baseline) ?? 0)) ?? 0,
    detectable: detectableLoss(test, plan.boundary),
    p_drift,
    failed: isBeyondChance && (p_drift === null || reaches(p_drift, plan.boundary)),
  };
}

function detectableLoss({ ci95, drop }: RecallTest, boundary: number): number | null {
  if (ci95 === null || boundary <= 0 || boundary >= 1) return null;
  const standardError = (ci95.high - drop) / Z_TWO_SIDED_95;
  return (normalQuantile(0.8) - normalQuantile(boundary)) * standardError;
}

function repeatRecall(decision: RecallDecision, cases: readonly PairedCase[], fresh: FreshTrials): Repetition {
  const asked = cases.map((item) => ({ ...item, baseline: withRecall(fresh.main.get(item.id) ?? []) }));
  const seen = asked.filter(({ baseline }) => baseline.length > 0);
  const test = testAgain(seen, decision);
  if (test === null) return notRepeated(decision.change, NOTHING_FRESH);
  const ids = new Set(seen.map(({ id }) => id));
  const sides = {
    stored: side(cases.filter(({ id }) => ids.has(id)).map(({ baseline }) => baseline)),
    today: side(seen.map(({ baseline }) => baseline)),
    here: side(seen.map(({ trials }) => trials)),
  };
  const most = asked.map((item) => ({ ...item, baseline: allComplete(item.baseline) }));
  if (!test.red && testAgain(most, decision)?.red === true) {
    return notRepeated(decision.change, HINGES_ON_MISSING, sides);
  }
  return {
    p: test.p,
    kept: test.red,
    unconfirmed: null,
    change_from_stored: decision.change,
    change_from_today: test.change,
    main_p: recallTest(pairedValues(mainSince(cases, fresh), 'tool_recall'))?.p ?? null,
    sides,
  };
}

function testAgain(cases: readonly PairedCase[], { boundary, max_drop }: RecallDecision) {
  const test = testRecall(cases, { boundary, max_drop, drift: null });
  if (test === null) return null;
  const { change } = test;
  const p = boundary === CHANGE_ALONE ? null : test.p;
  return { p, change, red: isRedAgain({ p, change, boundary, limit: max_drop }) };
}

function withRecall(trials: readonly GateTrial[]): readonly GateTrial[] {
  return trials.filter(({ tool_recall }) => tool_recall !== null);
}

/** The missing trials of main, as if they had made every expected call. */
function allComplete(trials: readonly GateTrial[]): readonly GateTrial[] {
  return filled(trials, CONFIRMATION_TRIALS, { passed: true, tool_recall: 1 });
}

function side(cases: readonly (readonly GateTrial[])[]): RepeatedSide {
  const values = cases.map((trials) => valuesOf(trials, 'tool_recall'));
  return {
    value: mean(values.flatMap((each) => mean(each) ?? [])) ?? 0,
    trials: values.reduce((sum, each) => sum + each.length, 0),
  };
}
