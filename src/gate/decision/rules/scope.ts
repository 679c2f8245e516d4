import { keyed, keysOf } from '#common/keyed.ts';
import type { AlarmBudget } from '../terms/boundary.ts';
import type { ScopeDecision, ScopeDecisions } from '../terms/decision.ts';
import type { GateTrial, PairedCase } from '../terms/evidence.ts';
import type { Finding } from '../terms/finding.ts';
import { METRIC_NAMES, type Metric, type ScopeTest } from '../terms/metrics.ts';
import type { TagPolicy } from '../terms/policy.ts';
import type { RiseQuestions, TestedSide } from '../terms/tried-test.ts';
import type { AnyPlan, GateRule, PlanTerms, Scope, TestReading } from './gate-rule.ts';
import { increaseRule } from './increase.ts';
import { passRateRule } from './pass-rate/rule.ts';
import type { PassRatePlan } from './pass-rate/test.ts';
import type { IncreasePlan } from './rise-tests.ts';
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
  looksChoose: boolean,
): ReadonlySet<ScopeTest> {
  return new Set(TESTS.filter((test) => RULES[test].isPossible(cases, rules, looksChoose)));
}

/** Turns the rules of a scope into boundaries. */
export function planScope(
  cases: readonly PairedCase[],
  rules: TagPolicy,
  budgetOf: (test: ScopeTest) => AlarmBudget,
  terms: Omit<PlanTerms, 'budget' | 'boundary'> & { readonly boundaryOf: (budget: AlarmBudget) => number },
): ScopePlan {
  return keyed<ScopePlan>(TESTS, (test) => {
    const budget = budgetOf(test);
    return RULES[test].plan(cases, rules, { ...terms, budget, boundary: terms.boundaryOf(budget) });
  });
}

/**
 * Every test of a scope, on its cases.
 *
 * @param known results of earlier looks
 */
export function testScope(scope: Scope, plan: ScopePlan, known: Partial<ScopeDecisions> = {}): ScopeDecisions {
  return keyed<ScopeDecisions>(TESTS, (test) => {
    const decision = known[test];
    return decision === undefined ? testOne(test, scope, plan) : decision;
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

/** Whether a test of a scope is red. */
export function isScopeRed(decisions: ScopeDecisions): boolean {
  return TESTS.some((test) => decisions[test]?.failed === true);
}

/** A test of a scope at a boundary of its own, on trials of one day. */
export interface TestAgain<Test extends ScopeTest = ScopeTest> {
  readonly result: ScopeDecision[Test] | null;
  readonly reading: TestReading | null;
  readonly findings: readonly Finding[];
}

/**
 * Makes one test of a scope with fresh trials of both sides: the day is the same, so how far main moves between days plays no part.
 *
 * @param questions of a count, cost or time
 */
export function testAgain<Test extends ScopeTest>(
  test: Test,
  scope: Scope,
  plan: ScopePlan,
  boundary: number,
  questions?: RiseQuestions,
): TestAgain<Test> {
  const own = plan[test];
  if (own === null) return { result: null, reading: null, findings: [] };
  const day = ofOneDay(own, boundary);
  const fresh = questions === undefined ? day : (RULES[test].planAgain?.(day, questions) ?? day);
  const result = RULES[test].test(scope, fresh);
  return {
    result,
    reading: result === null ? null : RULES[test].read(result),
    findings: RULES[test].findings(scope, fresh, result),
  };
}

function ofOneDay<Plan extends AnyPlan>(plan: Plan, boundary: number): Plan {
  return { ...plan, boundary, drift: null };
}

/**
 * A result of a test, in the words that all tests share; `null`: there is none.
 *
 * @param limit of another policy than it was made by
 */
export function readingOf<Test extends ScopeTest>(
  test: Test,
  decisions: ScopeDecisions,
  limit: number,
): TestReading | null {
  const result = decisions[test];
  return result === null ? null : RULES[test].read(result, limit);
}

/** Those of some comparable cases that a test uses. */
export function casesOfTest(test: ScopeTest, cases: readonly PairedCase[]): readonly PairedCase[] {
  return RULES[test].casesOf(cases);
}

/** A test's value over the trials of some cases. */
export function sideOf(test: ScopeTest, cases: readonly (readonly GateTrial[])[]): TestedSide {
  return RULES[test].sideOf(cases);
}

function testOne<Test extends ScopeTest>(test: Test, scope: Scope, plan: ScopePlan) {
  const own = plan[test];
  return own === null ? null : RULES[test].test(scope, own);
}

function findingsOf<Test extends ScopeTest>(test: Test, scope: Scope, plan: ScopePlan, decisions: ScopeDecisions) {
  const own = plan[test];
  return own === null ? [] : RULES[test].findings(scope, own, decisions[test]);
}
