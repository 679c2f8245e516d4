import { keyed, keysOf } from '#domain/keyed.ts';
import type { Budget } from '../boundary.ts';
import type { ScopeDecision, ScopeDecisions } from '../decision.ts';
import type { PairedCase } from '../evidence.ts';
import type { Finding } from '../finding.ts';
import { METRIC_NAMES, type Metric, type ScopeTest } from '../metrics.ts';
import type { Policy, TagPolicy } from '../policy.ts';
import type { FailedTest, GateRule, PlanTerms, Scope } from './gate-rule.ts';
import { type IncreasePlan, increaseRule } from './increase.ts';
import { passRateRule } from './pass-rate/rule.ts';
import type { PassRatePlan } from './pass-rate/test.ts';
import { type RecallPlan, toolRecallRule } from './tool-recall.ts';

interface TestPlan extends Readonly<Record<Metric, IncreasePlan>> {
  readonly pass_rate: PassRatePlan;
  readonly tool_recall: RecallPlan;
}

/** The boundaries of each test of a scope; `null`: the policy does not set it. */
export type ScopePlan = { readonly [Test in ScopeTest]: TestPlan[Test] | null };

type ScopeRules = { readonly [Test in ScopeTest]: GateRule<TestPlan[Test], ScopeDecision[Test]> };

/** The tests of the suite and of each tag, in the order of the report. */
const RULES: ScopeRules = {
  pass_rate: passRateRule,
  tool_recall: toolRecallRule,
  ...keyed<Pick<ScopeRules, Metric>>(METRIC_NAMES, increaseRule),
};

const TESTS = keysOf(RULES);

/** Those that the policy sets and the baseline makes possible. */
export function possibleTests(
  cases: readonly PairedCase[],
  rules: TagPolicy,
  method: Policy['method'],
): ReadonlySet<ScopeTest> {
  return new Set(TESTS.filter((test) => RULES[test].isPossible(cases, rules, method)));
}

/** Turns the rules of a scope into boundaries. */
export function planScope(
  cases: readonly PairedCase[],
  rules: TagPolicy,
  budgetOf: (test: ScopeTest) => Budget,
  terms: Omit<PlanTerms, 'budget'>,
): ScopePlan {
  return keyed<ScopePlan>(TESTS, (test) => RULES[test].plan(cases, rules, { ...terms, budget: budgetOf(test) }));
}

/**
 * Every test of a scope, on its cases.
 *
 * @param known results of earlier looks
 */
export function testScope(scope: Scope, plan: ScopePlan, known: Partial<ScopeDecisions> = {}): ScopeDecisions {
  return keyed<ScopeDecisions>(TESTS, (test) => {
    const found = known[test];
    return found === undefined ? testOne(test, scope, plan) : found;
  });
}

/** The findings of a scope's tests on its pass rate, and those of the rest. */
export function scopeFindings(
  scope: Scope,
  plan: ScopePlan,
  decisions: ScopeDecisions,
): { readonly pass_rate: readonly Finding[]; readonly others: readonly Finding[] } {
  const of = (test: ScopeTest) => findingsOf(test, scope, plan, decisions);
  return { pass_rate: of('pass_rate'), others: TESTS.filter((test) => test !== 'pass_rate').flatMap(of) };
}

/** The red tests of a scope. */
export function failedScopeTests(
  tag: string | null,
  comparable: readonly PairedCase[],
  decisions: ScopeDecisions,
): readonly FailedTest[] {
  return TESTS.flatMap((test) => failedTest(test, tag, comparable, decisions));
}

function testOne<Test extends ScopeTest>(test: Test, scope: Scope, plan: ScopePlan) {
  const own = plan[test];
  return own === null ? null : RULES[test].test(scope, own);
}

function findingsOf<Test extends ScopeTest>(test: Test, scope: Scope, plan: ScopePlan, decisions: ScopeDecisions) {
  const own = plan[test];
  return own === null ? [] : RULES[test].findings(scope, own, decisions[test]);
}

function failedTest<Test extends ScopeTest>(
  gate: Test,
  tag: string | null,
  comparable: readonly PairedCase[],
  decisions: ScopeDecisions,
): readonly FailedTest[] {
  const decision = decisions[gate];
  if (decision === null || !decision.failed) return [];
  const cases = RULES[gate].casesOf(comparable);
  return [{ gate, tag, id: null, cases, repeat: (fresh) => RULES[gate].repeat(decision, cases, fresh) }];
}
