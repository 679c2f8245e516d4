import { describe, expect, test } from 'vitest';
import type { MetricAccept } from '#cases/suite/accept.ts';
import { isRedTest, readMetric, withRaisedLimits } from '#gate/decision/accepts/raised-limits.ts';
import type { ScopeDecisions } from '#gate/decision/terms/decision.ts';
import type { Policy, TagPolicy } from '#gate/decision/terms/policy.ts';
import { NO_BOUNDS, POLICY } from '../decide-on.ts';
import { increaseDecision, recallDecision, scopeDecisions, suiteDecision } from '../decisions-of.ts';

const SLOW: TagPolicy = {
  pass_rate: { ...NO_BOUNDS, max_drop: 0.01, rule_out: 0.04 },
  tool_recall: { ...NO_BOUNDS, max_drop: 0.01 },
  total_tokens: { max_increase: 0.2 },
  cost_usd: null,
  latency_ms: null,
};
const TAGGED: Policy = { ...POLICY, tags: { slow: SLOW, other: SLOW } };

function accept(metric: string, up_to: number, tag: string | null = null): MetricAccept {
  return { metric, tag, up_to, reason: 'meant', until: '2030-12-31' };
}

describe('an accept raises the limit of what it names, and of nothing else', () => {
  test('of the suite', () => {
    const { pass_rate: rate, tool_recall: recall } = POLICY;
    expect(withRaisedLimits(TAGGED, [accept('pass_rate', 0.1)])).toEqual({
      ...TAGGED,
      pass_rate: { ...rate, max_drop: 0.1 },
    });
    expect(withRaisedLimits(TAGGED, [accept('tool_recall', 0.1)])).toEqual({
      ...TAGGED,
      tool_recall: { ...recall, max_drop: 0.1 },
    });
    expect(withRaisedLimits(TAGGED, [accept('cost_usd', 0.3)])).toEqual({ ...TAGGED, cost_usd: { max_increase: 0.3 } });
  });

  test('of a tag', () => {
    const slow = (facts: Partial<TagPolicy>) => ({ ...TAGGED, tags: { slow: { ...SLOW, ...facts }, other: SLOW } });
    expect(withRaisedLimits(TAGGED, [accept('total_tokens', 0.3, 'slow')])).toEqual(
      slow({ total_tokens: { max_increase: 0.3 } }),
    );
    expect(withRaisedLimits(TAGGED, [accept('pass_rate', 0.03, 'slow')])).toEqual(
      slow({ pass_rate: { ...NO_BOUNDS, max_drop: 0.03, rule_out: 0.04 } }),
    );
    expect(withRaisedLimits(TAGGED, [accept('total_tokens', 0.3, 'unknown')])).toEqual(TAGGED);
    expect(withRaisedLimits(TAGGED, [accept('total_tokens', 0.3, 'constructor')])).toEqual(TAGGED);
  });

  test('several accepts count together', () => {
    const raised = withRaisedLimits(TAGGED, [accept('pass_rate', 0.1), accept('cost_usd', 0.3)]);
    expect(raised).toMatchObject({ pass_rate: { max_drop: 0.1 }, cost_usd: { max_increase: 0.3 } });
  });

  test('never lowers one, and never brings a rule that the policy does not have', () => {
    expect(withRaisedLimits(TAGGED, [accept('pass_rate', 0.001), accept('cost_usd', 0.01)])).toEqual(TAGGED);
    expect(withRaisedLimits(TAGGED, [accept('latency_ms', 0.5), accept('cost_usd', 0.5, 'slow')])).toEqual(TAGGED);
    const free: Policy = { ...POLICY, pass_rate: NO_BOUNDS, tool_recall: null };
    expect(withRaisedLimits(free, [accept('pass_rate', 0.1), accept('tool_recall', 0.1)])).toEqual(free);
    const untested = { ...TAGGED, tags: { slow: { ...SLOW, pass_rate: null } } };
    expect(withRaisedLimits(untested, [accept('pass_rate', 0.1, 'slow')])).toEqual(untested);
  });

  test('a pass excludes no less than what is tolerated', () => {
    const strict = { ...POLICY, pass_rate: { ...NO_BOUNDS, max_drop: 0.02, rule_out: 0.05 } };
    expect(withRaisedLimits(strict, [accept('pass_rate', 0.1)]).pass_rate).toMatchObject({ rule_out: 0.1 });
    expect(withRaisedLimits(strict, [accept('pass_rate', 0.03)]).pass_rate).toMatchObject({ rule_out: 0.05 });
    expect(withRaisedLimits(POLICY, [accept('pass_rate', 0.1)]).pass_rate).toMatchObject({ rule_out: 'auto' });
  });
});

const WORSE: ScopeDecisions = scopeDecisions({
  pass_rate: suiteDecision({ p_mid: 0.001, drop: 0.08 }),
  tool_recall: recallDecision({ p: 0.001, change: 0.07 }),
  total_tokens: increaseDecision({ typical: { p: 0.001, rise: 0.4 } }),
});
const CALM: ScopeDecisions = scopeDecisions({
  pass_rate: suiteDecision({ drop: 0.08 }),
  tool_recall: recallDecision({ change: 0.07 }),
  total_tokens: increaseDecision({ total: { rise: 0.4 } }),
});
const NOTHING = { suite: scopeDecisions(), tags: [] };

describe('what an accept of a metric comes to', () => {
  const read = (metric: string, suite: ScopeDecisions, policy = POLICY) =>
    readMetric(accept(metric, 0.5), policy, { suite, tags: [] });

  test.each([
    ['pass_rate', 0.08],
    ['tool_recall', 0.07],
    ['total_tokens', 0.4],
  ])('%s that is red without it, and not with it, is accepted', (metric, change) => {
    expect(read(metric, WORSE)).toEqual({ state: 'accepted', change: expect.closeTo(change, 12) });
    expect(read(metric, CALM)).toEqual({ state: 'not_red', change: expect.closeTo(change, 12) });
  });

  test('what is red in spite of it went beyond', () => {
    const failed = scopeDecisions({ pass_rate: suiteDecision({ p_mid: 0.001, drop: 0.6, failed: true }) });
    expect(read('pass_rate', failed)).toEqual({ state: 'beyond', change: 0.6 });
  });

  test('what is within the limit of the policy was not red', () => {
    const within = scopeDecisions({ total_tokens: increaseDecision({ total: { p: 0.001, rise: 0.05 } }) });
    expect(read('total_tokens', within).state).toBe('not_red');
  });

  test('a plain comparison needs no chance', () => {
    const total = { p: null, rise: 0.4 };
    const plain = scopeDecisions({ total_tokens: { ...increaseDecision({ total, boundary: 1 }), typical: null } });
    expect(read('total_tokens', plain).state).toBe('accepted');
  });

  test('of a total that fell and a typical case that rose, the one that is red tells how far', () => {
    const mixed = increaseDecision({ total: { p: 0.0001, rise: 0.02 }, typical: { p: 0.001, rise: 0.3 } });
    expect(read('total_tokens', scopeDecisions({ total_tokens: mixed }))).toEqual({ state: 'accepted', change: 0.3 });
  });

  test('what is not tested, or has no limit, is unknown', () => {
    const unknown = { state: 'unknown', change: null };
    expect(read('pass_rate', scopeDecisions())).toEqual(unknown);
    expect(read('total_tokens', WORSE, { ...POLICY, total_tokens: null })).toEqual(unknown);
    expect(read('pass_rate', WORSE, { ...POLICY, pass_rate: NO_BOUNDS })).toEqual(unknown);
    expect(read('tool_recall', WORSE, { ...POLICY, tool_recall: null })).toEqual(unknown);
    expect(read('beauty', WORSE)).toEqual(unknown);
  });

  test('an accept of a tag reads the test of that tag, by the limit of that tag', () => {
    const calm = { tag: 'other', tests: CALM };
    const gates = { suite: CALM, tags: [calm, { tag: 'slow', tests: WORSE }] };
    expect(readMetric(accept('total_tokens', 0.5, 'slow'), TAGGED, gates).state).toBe('accepted');
    expect(readMetric(accept('total_tokens', 0.5, 'other'), TAGGED, gates).state).toBe('not_red');
    expect(readMetric(accept('total_tokens', 0.5), TAGGED, gates).state).toBe('not_red');
    expect(readMetric(accept('total_tokens', 0.5, 'slow'), POLICY, gates).state).toBe('unknown');
    expect(readMetric(accept('total_tokens', 0.5, 'slow'), TAGGED, { ...gates, tags: [calm] }).state).toBe('unknown');
    const generous = { ...TAGGED, tags: { slow: { ...SLOW, total_tokens: { max_increase: 0.5 } } } };
    expect(readMetric(accept('total_tokens', 0.5, 'slow'), generous, gates).state).toBe('not_red');
  });
});

test('the test that an accept names is red only if that test failed', () => {
  const failed = scopeDecisions({ tool_recall: recallDecision({ failed: true }), pass_rate: suiteDecision() });
  const gates = { suite: failed, tags: [{ tag: 'slow', tests: CALM }] };
  expect(isRedTest(accept('tool_recall', 0.1), gates)).toBe(true);
  expect(isRedTest(accept('pass_rate', 0.1), gates)).toBe(false);
  expect(isRedTest(accept('tool_recall', 0.1, 'slow'), gates)).toBe(false);
  expect(isRedTest(accept('tool_recall', 0.1), NOTHING)).toBe(false);
});
