import { describe, expect, test } from 'vitest';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { decideOn, NO_BOUNDS } from './decide-on.ts';

const ALL: TrialFacts = { tool_recall: 1, total_tokens: 100, cost_usd: 0.01, latency_ms: 50 };

describe('the false-alarm budget', () => {
  test('is divided over suite, case, recall, tokens and cost by default', () => {
    expect(alphaOf(6, ALL)).toEqual({
      suite: close(0.0184210526),
      case: close(0.0184210526),
      tool_recall: close(0.00526315789),
      total_tokens: close(0.00526315789),
      cost_usd: close(0.00263157894),
    });
  });

  test.each<[string, number, TrialFacts, Partial<Policy>, string[]]>([
    ['no recall on main', 6, { ...ALL, tool_recall: null }, {}, ['suite', 'case', 'total_tokens', 'cost_usd']],
    ['no prices on main', 6, { ...ALL, cost_usd: null }, {}, ['suite', 'case', 'tool_recall', 'total_tokens']],
    ['only zeros on main', 6, { ...ALL, total_tokens: 0, cost_usd: 0 }, {}, ['suite', 'case', 'tool_recall']],
    ['nothing, for a single case,', 1, ALL, {}, ['suite', 'case', 'tool_recall', 'total_tokens', 'cost_usd']],
    ['recall switched off', 6, ALL, { tool_recall: null }, ['suite', 'case', 'total_tokens', 'cost_usd']],
    [
      'latency switched on',
      6,
      ALL,
      { latency_ms: { max_increase: 0.25 } },
      ['suite', 'case', 'tool_recall', 'total_tokens', 'cost_usd', 'latency_ms'],
    ],
    [
      'a floor only',
      6,
      ALL,
      { tool_recall: { ...NO_BOUNDS, min: 0.5 } },
      ['suite', 'case', 'total_tokens', 'cost_usd'],
    ],
  ])('%s leaves its part to the others', (_, cases, facts, policy, gates) => {
    const alpha = alphaOf(cases, facts, policy);
    expect(Object.keys(alpha)).toEqual(gates);
    expect(Object.values(alpha).reduce((sum, share) => sum + share, 0)).toBeCloseTo(0.05, 12);
  });

  test('all tag tests share one part, whatever else the tags ask', () => {
    const tags = {
      a: { ...NO_TAG, pass_rate: { ...NO_BOUNDS, max_drop: 0.05 }, total_tokens: { max_increase: 0.2 } },
      b: { ...NO_TAG, tool_recall: { ...NO_BOUNDS, max_drop: 0.05 }, pass_rate: { ...NO_BOUNDS, min: 0.5 } },
      empty: { ...NO_TAG, pass_rate: { ...NO_BOUNDS, max_drop: 0.05 } },
    };
    const { decision } = decideOn(suite(6, ALL, ['a', 'b']), { tags });
    const share = (0.05 * 0.1) / 1.05;
    expect(decision.alpha['tags']).toBeCloseTo(share, 12);
    expect(decision.tags['a']?.pass_rate?.boundary).toBeCloseTo(share / 3, 12);
    expect(decision.tags['a']?.total_tokens?.boundary).toBeCloseTo(share / 3 / 2, 12);
    expect(decision.tags['b']?.tool_recall?.boundary).toBeCloseTo(share / 3, 12);
    expect(decision.tags['b']?.pass_rate?.boundary).toBe(0);
    expect(decision.tags['empty']?.pass_rate).toBeNull();
  });

  test('is 1 − confidence', () => {
    const { decision } = decideOn(suite(6, ALL), { confidence: 0.9 });
    expect(Object.values(decision.alpha).reduce((sum, share) => sum + share, 0)).toBeCloseTo(0.1, 12);
  });

  test('does not depend on what the candidate reports', () => {
    const { candidate, baseline } = suite(6, ALL);
    const silent = suite(6, {}).candidate;
    expect(decideOn({ candidate: silent, baseline }).decision.alpha).toEqual(
      decideOn({ candidate, baseline }).decision.alpha,
    );
  });

  test('does not depend on whether the candidate answers', () => {
    const { baseline, candidate } = suite(6, ALL);
    const [first, ...others] = candidate.cases;
    const errors = caseRecord(first?.id ?? '', { trials: trialRecords([{ outcome: 'error' }, { outcome: 'error' }]) });
    const lacking = decideOn({ candidate: resultsFile([errors, ...others]), baseline }).decision;
    expect(lacking.comparable_cases).toBe(5);
    expect(Object.keys(lacking.alpha)).toContain('total_tokens');
  });

  test('is empty where nothing is compared', () => {
    expect(decideOn({ candidate: suite(6, ALL).candidate, baseline: null }).decision.alpha).toEqual({});
  });
});

const NO_TAG = { pass_rate: null, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };

function suite(cases: number, facts: TrialFacts, tags: readonly string[] = []) {
  const side = () =>
    resultsFile(
      Array.from({ length: cases }, (_, i) =>
        caseRecord(`case-${i}`, { tags, trials: trialRecords([facts, facts, facts]) }),
      ),
    );
  return { candidate: side(), baseline: side() };
}

function alphaOf(cases: number, facts: TrialFacts, policy: Partial<Policy> = {}) {
  return decideOn(suite(cases, facts), policy).decision.alpha;
}

function close(value: number): unknown {
  return expect.closeTo(value, 9);
}
