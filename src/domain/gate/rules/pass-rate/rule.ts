import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import { boundaryOf, CHANGE_ALONE, NO_LIMIT } from '../../boundary.ts';
import type { SuiteDecision } from '../../decision.ts';
import { comparableCases, meanPassRate, type PairedCase } from '../../evidence.ts';
import { finding } from '../../finding.ts';
import { trialsAt } from '../../looks/trials-at.ts';
import { suiteDropped, toleratedDrop } from '../../words/tests.ts';
import type { GateRule } from '../gate-rule.ts';
import { repeatPassRate } from './repeat.ts';
import { resolveRuleOut } from './rule-out.ts';
import { finalLook, type PassRatePlan, testPassRate } from './test.ts';

/** The mean pass rate, of the suite or a tag, may not fall. The suite's is tested look by look, a tag's once. */
export const passRateRule: GateRule<PassRatePlan, SuiteDecision> = {
  isPossible: (cases, { pass_rate: rule }) => typeof rule?.max_drop === 'number' && cases.length > 0,
  plan: (cases, { pass_rate: rule }, budget, looks) =>
    rule && {
      boundary: boundaryOf(budget),
      max_drop: rule.max_drop ?? NO_LIMIT,
      rule_out: resolveRuleOut(cases, rule, budget, looks),
    },
  test: ({ cases, look }, plan) =>
    testPassRate(
      cases.map((item) => trialsAt(item, look)),
      plan,
      finalLook(look),
    ),
  findings: ({ tag, cases }, _, test) => {
    if (test === null) return [];
    const about = { gate: 'pass_rate', tag } as const;
    if (test.failed) {
      const words = suiteDropped(test, passRatesAt(cases, test.look), tag);
      return [finding({ ...about, outcome: 'fail', code: 'suite_drop' }, words)];
    }
    return isReal(test)
      ? [finding({ ...about, outcome: 'note', code: 'tolerated_drop' }, toleratedDrop(test, tag))]
      : [];
  },
  casesOf: (cases) => cases,
  repeat: repeatPassRate,
};

function isReal({ boundary, p_mid: p, drop }: SuiteDecision): boolean {
  return boundary > 0 && boundary < CHANGE_ALONE && reaches(p, boundary) && exceeds(drop, 0);
}

/** Mean pass rates of the comparable cases on both sides, as a look saw them. */
export function passRatesAt(
  cases: readonly PairedCase[],
  look: number,
): { readonly candidate: number | null; readonly baseline: number | null } {
  const comparable = comparableCases(cases.map((item) => trialsAt(item, look)));
  return {
    candidate: meanPassRate(comparable.map(({ trials }) => trials)),
    baseline: meanPassRate(comparable.map(({ baseline }) => baseline)),
  };
}
