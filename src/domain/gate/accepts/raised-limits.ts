import type { MetricAccept } from '#domain/suite/accept.ts';
import { isRed } from '../boundary.ts';
import type { ScopeDecisions } from '../decision.ts';
import { METRIC_NAMES, type Metric } from '../metrics.ts';
import type { Policy, RateRule, TagPolicy } from '../policy.ts';
import { worstRise } from '../rules/rise-tests.ts';
import type { GateResults } from '../test-gates.ts';

/** A policy that tolerates what some accepts name, and is else the same: every test keeps its part of the false-alarm budget. */
export function withRaisedLimits(policy: Policy, accepts: readonly MetricAccept[]): Policy {
  return accepts.reduce(raisedBy, policy);
}

function raisedBy(rules: Policy, accept: MetricAccept): Policy {
  const { tag } = accept;
  if (tag === null)
    return { ...rules, ...raised(rules, accept), pass_rate: raisedRate(rules.pass_rate, accept, 'pass_rate') };
  const own = Object.hasOwn(rules.tags, tag) ? rules.tags[tag] : undefined;
  if (own === undefined) return rules;
  const pass_rate = own.pass_rate && raisedRate(own.pass_rate, accept, 'pass_rate');
  return { ...rules, tags: { ...rules.tags, [tag]: { ...own, ...raised(own, accept), pass_rate } } };
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
export function readMetric(accept: MetricAccept, policy: Policy, gates: ScopeResults): MetricReading {
  const limit = limitOf(accept, policy);
  const test = limit === null ? null : testOf(accept, gates, limit);
  if (test === null || limit === null) return { state: 'unknown', change: null };
  const { change } = test;
  if (test.failed) return { state: 'beyond', change };
  return { state: isRed({ ...test, limit }) ? 'accepted' : 'not_red', change };
}

/** Whether the test that an accept names is red. */
export function isRedTest(accept: MetricAccept, gates: ScopeResults): boolean {
  return testOf(accept, gates, 0)?.failed === true;
}

/** Its test, in common words. */
interface AnyTest {
  readonly p: number;
  readonly boundary: number;
  readonly change: number;
  readonly failed: boolean;
}

/** @param limit the tolerance without the accept */
function testOf({ metric, tag }: MetricAccept, { suite, tags }: ScopeResults, limit: number): AnyTest | null {
  const tests = tag === null ? suite : (tags.find((one) => one.tag === tag)?.tests ?? null);
  return tests === null ? null : anyTest(metric, tests, limit);
}

function anyTest(metric: string, tests: ScopeDecisions, limit: number): AnyTest | null {
  if (metric === 'pass_rate') {
    const test = tests.pass_rate;
    return test && { p: test.p_mid, boundary: test.boundary, change: test.drop, failed: test.failed };
  }
  if (metric === 'tool_recall') {
    const test = tests.tool_recall;
    return test && { p: test.p, boundary: test.boundary, change: test.change, failed: test.failed };
  }
  const name = increaseOf(metric);
  const test = name && tests[name];
  if (!test) return null;
  const { p, rise } = worstRise(test, limit);
  // A plain comparison has no p.
  return { p: p ?? 0, boundary: test.boundary, change: rise, failed: test.failed };
}

function limitOf({ metric, tag }: MetricAccept, policy: Policy): number | null {
  const rules: TagPolicy | undefined =
    tag === null ? policy : Object.hasOwn(policy.tags, tag) ? policy.tags[tag] : undefined;
  if (rules === undefined) return null;
  if (metric === 'pass_rate' || metric === 'tool_recall') return rules[metric]?.max_drop ?? null;
  const name = increaseOf(metric);
  return (name && rules[name]?.max_increase) ?? null;
}

function increaseOf(metric: string): Metric | null {
  return METRIC_NAMES.find((name) => name === metric) ?? null;
}

function raised(rules: TagPolicy, accept: MetricAccept): Partial<TagPolicy> {
  const name = increaseOf(accept.metric);
  const rule = name && rules[name];
  if (name !== null && rule) return { [name]: { max_increase: Math.max(rule.max_increase, accept.up_to) } };
  return { tool_recall: rules.tool_recall && raisedRate(rules.tool_recall, accept, 'tool_recall') };
}

/** What a pass has to exclude is never less than what is tolerated. */
function raisedRate(rule: RateRule, { metric, up_to: upTo }: MetricAccept, name: string): RateRule {
  if (metric !== name || rule.max_drop === null) return rule;
  const rule_out = typeof rule.rule_out === 'number' ? Math.max(rule.rule_out, upTo) : rule.rule_out;
  return { ...rule, max_drop: Math.max(rule.max_drop, upTo), rule_out };
}
