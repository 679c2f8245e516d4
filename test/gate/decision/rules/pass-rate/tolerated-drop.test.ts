import { expect, test } from 'vitest';
import { passRateRule } from '#gate/decision/rules/pass-rate/rule.ts';
import type { SuiteDecision } from '#gate/decision/terms/decision.ts';
import { suiteDecision } from '../../decisions-of.ts';

/** A drop beyond chance that the policy tolerates. */
const REAL = suiteDecision({ p_mid: 0.01, drop: 0.05, boundary: 0.01, max_drop: 0.1, rule_out: null });

const PLAN = { boundary: 0.01, max_drop: 0.1, rule_out: null, drift: null, judge: undefined };

test.each<[what: string, facts: Partial<SuiteDecision>, isTold: boolean]>([
  ['a drop whose p is at the boundary is', {}, true],
  ['one that chance explains is not', { p_mid: 0.0101 }, false],
  ['none is not', { drop: 0 }, false],
  ['a gain is not', { drop: -0.05 }, false],
  ['one that has no budget is not, however sure', { boundary: 0, p_mid: 0 }, false],
  ['one that no p decides is not', { boundary: 1 }, false],
])('told as real and tolerated: %s', (_, facts, isTold) => {
  const found = passRateRule.findings({ tag: null, cases: [], look: 5 }, PLAN, { ...REAL, ...facts });
  expect(found.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual(isTold ? ['note tolerated_drop'] : []);
});
