import type { Rates } from '#gate/decision/facts/test-facts.ts';
import { CHANGE_ALONE, NO_LIMIT } from '#gate/decision/terms/boundary.ts';
import type { SuiteDecision } from '#gate/decision/terms/decision.ts';
import { comparableCases, meanPassRate, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import { casesAt } from '#gate/decision/terms/trials-at.ts';
import { exceeds, reaches } from '#statistics/beyond.ts';
import { findWithinDrift, isWithinDrift, passRateDrift } from '../drift-allowance.ts';
import type { GateRule } from '../gate-rule.ts';
import { resolveRuleOut } from './rule-out.ts';
import { effectOf, finalLook, type PassRatePlan, testPassRate } from './test.ts';

/** The mean pass rate, of the suite or a tag, must not fall. The suite's is tested look by look, a tag's once. */
export const passRateRule: GateRule<PassRatePlan, SuiteDecision> = {
  isPossible: (cases, { pass_rate: rule }) => typeof rule?.max_drop === 'number' && cases.length > 0,
  plan: (cases, { pass_rate: rule }, terms) =>
    rule && {
      boundary: terms.boundary,
      max_drop: rule.max_drop ?? NO_LIMIT,
      rule_out: resolveRuleOut(cases, rule, terms),
      drift: terms.reckons_with_drift ? passRateDrift(cases) : null,
      judge: terms.judge,
      ...(terms.unaffected !== undefined && { unaffected: terms.unaffected }),
    },
  test: ({ cases, look, z }, plan) => testPassRate(casesAt(cases, look), plan, finalLook(look, z)),
  findings: ({ tag, cases }, { drift }, test) => {
    if (test === null) return [];
    const about = { gate: 'pass_rate', tag } as const;
    if (test.failed) {
      const rates = passRatesAt(cases, test.look);
      return [finding({ ...about, outcome: 'fail', code: 'suite_drop' }, { suite: test, rates })];
    }
    if (isWithinDrift(test)) {
      const what = { kind: 'pass_rate', drop: test.drop, rates: passRatesAt(cases, test.look) } as const;
      return [findWithinDrift(about, what, { p: test.p_mid, p_drift: test.p_drift }, drift)];
    }
    return isReal(test) ? [finding({ ...about, outcome: 'note', code: 'tolerated_drop' }, { suite: test })] : [];
  },
  casesOf: (cases) => cases,
  read: (test, limit = test.max_drop) => ({
    p: test.boundary === CHANGE_ALONE ? null : test.p_mid,
    change: effectOf(test).drop,
    limit,
    failed: test.failed,
    settled: test.passed,
  }),
  sideOf: (cases) => ({
    value: meanPassRate(cases) ?? 0,
    trials: cases.reduce((sum, trials) => sum + trials.length, 0),
  }),
};

function isReal({ boundary, p_mid: p, drop }: SuiteDecision): boolean {
  return boundary > 0 && boundary < CHANGE_ALONE && reaches(p, boundary) && exceeds(drop, 0);
}

/** Mean pass rates of the comparable cases on both sides at a look. */
export function passRatesAt(cases: readonly PairedCase[], look: number): Rates {
  const comparable = comparableCases(casesAt(cases, look));
  return {
    candidate: meanPassRate(comparable.map(({ trials }) => trials)),
    baseline: meanPassRate(comparable.map(({ baseline }) => baseline)),
  };
}
