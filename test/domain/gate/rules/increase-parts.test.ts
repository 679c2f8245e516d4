import { describe, expect, test } from 'vitest';
import type { GateTrial, PairedCase } from '#domain/gate/evidence.ts';
import { type IncreasePlan, increaseRule } from '#domain/gate/rules/increase.ts';
import { POLICY } from '../decide-on.ts';
import { ratioDecision } from '../decisions-of.ts';
import { pairedCase } from '../evidence-of.ts';
import { messageOf, shortWordsOf } from '../in-words.ts';

const PLAN: IncreasePlan = { boundary: 0.01, max_increase: 0.1, drift: null };
const PLAIN: IncreasePlan = { ...PLAN, boundary: 1 };
const TOKENS = increaseRule('total_tokens');

const counted = (tokens: readonly (number | null)[]): readonly GateTrial[] =>
  tokens.map((total_tokens, at) => ({
    ...(pairedCase('any', 'P', [0, 0]).trials[0] ?? expect.fail('no trial')),
    index: at + 1,
    total_tokens,
  }));

/** A case with these tokens here and on main. */
const tokensOf = (id: string, here: readonly (number | null)[], main: readonly (number | null)[]): PairedCase => ({
  ...pairedCase(id, 'P', [1, 1]),
  trials: counted(here),
  baseline: counted(main),
});

const scopeOf = (cases: readonly PairedCase[], tag: string | null = null) => ({ tag, cases, look: 5 });
const tested = (cases: readonly PairedCase[], plan = PLAN) =>
  TOKENS.test(scopeOf(cases), plan) ?? expect.fail('there is nothing to test');
const found = (cases: readonly PairedCase[], plan = PLAN, tag: string | null = null) =>
  TOKENS.findings(scopeOf(cases, tag), plan, TOKENS.test(scopeOf(cases, tag), plan));

describe('an increase is tested', () => {
  test.each([
    ['with values of six cases', 6, 'statistical', true],
    ['not with values of fewer', 5, 'statistical', false],
    ['plainly with one case', 1, 'threshold', true],
    ['in no way without any', 0, 'threshold', false],
  ] as const)('%s', (_, count, method, expected) => {
    const known = Array.from({ length: count }, (_, at) => tokensOf(`c${at}`, [null], [100]));
    expect(TOKENS.isPossible([...known, tokensOf('silent', [1], [null])], POLICY, method)).toBe(expected);
    expect(TOKENS.isPossible(known, { ...POLICY, total_tokens: null }, method)).toBe(false);
  });

  test('over the cases with values on both sides', () => {
    const cases = [tokensOf('both', [1], [1]), tokensOf('here', [1], [null]), tokensOf('main', [null], [1])];
    expect(TOKENS.casesOf(cases).map(({ id }) => id)).toEqual(['both']);
    expect(tested(cases, PLAIN)).toMatchObject({ cases: 1, candidate: 1, baseline: 1 });
    expect(TOKENS.test(scopeOf(cases.slice(1)), PLAN)).toBeNull();
  });
});

describe('a plain comparison', () => {
  test('compares the totals of the means of cases, and tolerates the limit itself', () => {
    const cases = [tokensOf('a', [100, 120], [100]), tokensOf('b', [10], [5, 15])];
    expect(tested(cases, PLAIN)).toMatchObject({ candidate: 120, baseline: 110, p: null, failed: false });
    expect(tested([tokensOf('a', [110], [100])], PLAIN).failed).toBe(false);
    expect(tested([tokensOf('a', [111], [100])], PLAIN).failed).toBe(true);
  });

  test('says the totals, and no chance', () => {
    expect(found([tokensOf('a', [1500], [1000])], PLAIN).map(messageOf)).toEqual([
      'tokens rose: +50 % in all, +10 % is tolerated (suite total 1,000 → 1,500)',
    ]);
  });
});

describe('too few cases for a test', () => {
  const rose = [tokensOf('a', [150, 140], [90, 100]), tokensOf('b', [300], [200])];

  test('are open if each of them rose beyond the tolerance from the highest to the lowest value', () => {
    expect(found(rose, PLAN, 'slow')).toMatchObject([
      { outcome: 'inconclusive', code: 'increase_untested', tag: 'slow' },
    ]);
    expect(messageOf(found(rose)[0])).toBe(
      'tokens rose in every case: +51.4 % in the typical one, +10 % is tolerated; a test needs 6 cases with values on both sides, but there are 2',
    );
    expect(tested(rose.slice(0, 1)).missing).toMatch(/but there is 1$/);
  });

  test('say nothing if the ranges of one touch', () => {
    expect(found([...rose, tokensOf('c', [150, 105], [100])])).toEqual([]);
    expect(found([...rose, tokensOf('c', [150], [100, 140])])).toEqual([]);
  });

  test('say nothing of a rise where there are enough for a test that finds none', () => {
    const cases = [0.5, 2, 4, 8, 16, 32].map((factor, at) => tokensOf(`c${at}`, [100 * factor], [100]));
    expect(tested(cases)).toMatchObject({ missing: null, failed: false });
    expect(found(cases)).toEqual([]);
    expect(found(Array.from({ length: 6 }, (_, at) => tokensOf(`c${at}`, [112 + at ** 3], [100])))).toEqual([]);
  });
});

test('a rise that a day may bring is open, and one beyond it is red', () => {
  const about = (failed: boolean) =>
    TOKENS.findings(scopeOf([]), PLAN, ratioDecision({ ratio: 1.2, p: 0.001, p_drift: 0.3, failed }));
  expect(about(false)).toMatchObject([{ outcome: 'inconclusive', code: 'within_drift' }]);
  expect(shortWordsOf(about(false)[0])).toContain('tokens rose +20 % in the typical case');
  expect(about(true)).toMatchObject([{ outcome: 'fail', code: 'increase' }]);
});
