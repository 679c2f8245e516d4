import type { MetricAccept } from '#cases/suite/accept.ts';
import { readingOf } from '../rules/scope.ts';
import type { GateResults } from '../rules/test-gates.ts';
import { isRed } from '../terms/boundary.ts';
import type { ScopeDecisions } from '../terms/decision.ts';
import { type ScopeTest, scopeTest } from '../terms/metrics.ts';
import type { Policy, TagPolicy } from '../terms/policy.ts';

/**
 * A policy that tolerates what some accepts name, and is otherwise the same: every test keeps its part of the false-alarm budget.
 */
export function withRaisedLimits(policy: Policy, accepts: readonly MetricAccept[]): Policy {
  return accepts.reduce(raisedBy, policy);
}

function raisedBy(policy: Policy, accept: MetricAccept): Policy {
  const { tag } = accept;
  if (tag === null) return raiseLimit(policy, accept);
  const own = rulesOf(policy, tag);
  return own === null ? policy : { ...policy, tags: { ...policy.tags, [tag]: raiseLimit(own, accept) } };
}

/** What a pass has to exclude is never less than what is tolerated. */
function raiseLimit<Rules extends TagPolicy>(rules: Rules, { metric, up_to: upTo }: MetricAccept): Rules {
  const test = scopeTest(metric);
  const rule = test && ruleOf(rules, test);
  if (test === null || rule === null) return rules;
  if ('max_increase' in rule) return { ...rules, [test]: { max_increase: Math.max(rule.max_increase, upTo) } };
  if (rule.max_drop === null) return rules;
  const rule_out = typeof rule.rule_out === 'number' ? Math.max(rule.rule_out, upTo) : rule.rule_out;
  return { ...rules, [test]: { ...rule, max_drop: Math.max(rule.max_drop, upTo), rule_out } };
}

/** The tests of means, of the suite and of each tag. */
type ScopeResults = Pick<GateResults, 'suite' | 'tags'>;

/** What an accept of a metric comes to. */
export interface MetricReading {
  readonly state: 'accepted' | 'beyond' | 'not_red' | 'unknown';
  /** By how much it got worse, as `up_to` says it; `null`: not known. */
  readonly change: number | null;
}

/**
 * Whether the change of a metric is one that its accept covers.
 *
 * @param policy without the accept
 * @param gates with it
 */
export function readMetric({ metric, tag }: MetricAccept, policy: Policy, gates: ScopeResults): MetricReading {
  const test = scopeTest(metric);
  const limit = test && limitOf(test, rulesOf(policy, tag));
  const tests = testsOf(tag, gates);
  const decision = test && tests?.[test];
  const reading = test === null || limit === null || !tests ? null : readingOf(test, tests, limit);
  if (!decision || limit === null || reading === null) return { state: 'unknown', change: null };
  const { p, change, failed } = reading;
  if (failed) return { state: 'beyond', change };
  // A plain comparison has no p.
  const isAccepted = isRed({ p: p ?? 0, boundary: decision.boundary, change, limit });
  return { state: isAccepted ? 'accepted' : 'not_red', change };
}

/** Whether the test that an accept names is red. */
export function isRedTest({ metric, tag }: MetricAccept, gates: ScopeResults): boolean {
  const test = scopeTest(metric);
  return test !== null && testsOf(tag, gates)?.[test]?.failed === true;
}

function testsOf(tag: string | null, { suite, tags }: ScopeResults): ScopeDecisions | undefined {
  return tag === null ? suite : tags.find((own) => own.tag === tag)?.tests;
}

function rulesOf(policy: Policy, tag: string | null): TagPolicy | null {
  return tag === null ? policy : (Object.hasOwn(policy.tags, tag) && policy.tags[tag]) || null;
}

function limitOf(test: ScopeTest, rules: TagPolicy | null): number | null {
  const rule = rules && ruleOf(rules, test);
  if (rule === null) return null;
  return 'max_increase' in rule ? rule.max_increase : rule.max_drop;
}

/** A test may have no rule that names a limit. */
function ruleOf(rules: Readonly<Partial<Record<ScopeTest, Rule | null>>>, test: ScopeTest): Rule | null {
  return rules[test] ?? null;
}
type Rule = NonNullable<TagPolicy[ScopeTest & keyof TagPolicy]>;
