import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import { always } from '#test/support/always.ts';
import { type Worded, worded } from '#test/support/worded.ts';
import { toolsCheck } from '#trials/checks/tools.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { aCase, aTrial, call, made, tools } from '../trial/build-trial.ts';

function judge(expectation: ToolsExpectation, calls: readonly ToolCall[]): readonly Worded[] {
  return toolsCheck.judge(expectation, trialView(aCase({}), aTrial([{ tool_calls: calls }]), null)).map(worded);
}

describe('where no model call came through the recorder, that is said before a wrong call', () => {
  const bypassed = (calls: readonly ToolCall[] | null) => {
    const trial = { ...aTrial([{ tool_calls: calls }]), bypassed: true };
    return toolsCheck.judge(tools({ calls: [call('a')] }), trialView(aCase({}), trial, null)).map(worded)[0];
  };

  test.each([
    ['the agent gave no account', null, /^no model call came through the recorder: its client has to read/],
    ['the wire shows none', [], /^no model call came through the recorder.*; 0 of 1 expected call made/],
  ])('when %s', (_, calls, reason) => {
    expect(bypassed(calls)).toMatchObject({ passed: false, reason: expect.stringMatching(reason) });
  });

  test('but not of an agent that lists its calls itself', () => {
    expect(bypassed([made('b')])?.reason).toMatch(/^0 of 1 expected call made/);
  });
});

test.each([
  [
    { orderId: 'A-1' },
    { orderNumber: 'A-1' },
    /refund: orderId → orderNumber: expected orderId, got orderNumber with its value "A-1"$/,
  ],
  [{ orderId: 'A-1', n: 1 }, { orderNumber: 'A-1', m: 2, n: 1 }, /orderId → orderNumber/],
  [{ orderId: 'A-1' }, { orderNumber: 'A-2' }, /refund: orderId: expected "A-1"/],
  [{ orderId: 'A-1' }, { orderNumber: 'A-1', reference: 'A-1' }, /refund: orderId: expected "A-1"/],
  [{ orderId: 'A-1', reference: 'A-1' }, { orderNumber: 'A-1' }, /refund: orderId: expected "A-1"/],
  [{ orderId: { any: true } }, { orderNumber: 'A-1' }, /refund: orderId: expected/],
  [{ n: 1, orderId: 'A-1' }, { n: 2, orderNumber: 'A-1' }, /refund: n: expected 1, got 2/],
])(
  'an argument is renamed where one missing and one unexpected argument alone have one value: %j, %j',
  (expected, actual, words) => {
    const [, args] = judge(tools({ calls: [call('refund', expected)] }), [made('refund', actual)]);
    expect(args?.reason).toMatch(words);
  },
);

test('shown values are capped', () => {
  const [, args] = judge(tools({ calls: [call('a', { text: 'x' })] }), [made('a', { text: 'y'.repeat(10_000) })]);
  expect(args?.reason.length).toBeLessThan(300);
  expect(args?.reason).toMatch(/got "y+…$/);
});

test.each<[Partial<ToolsExpectation>, readonly ToolCall[], boolean]>([
  [{ calls: [call('a')], order: 'exact', allow_extra: true }, [made('a'), made('b')], false],
  [{ allow_extra: false }, [], true],
  [{ allow_extra: false }, [made('a')], false],
])('what no case file can say allows no extra call either: %j', (expectation, calls, passed) => {
  expect(judge(tools(expectation), calls).find(({ name }) => name === 'tools.extra')).toMatchObject({ passed });
});

describe('properties', () => {
  const args = fc.record({ n: fc.integer({ min: 0, max: 1 }) }, { requiredKeys: [] });
  const name = fc.constantFrom('a', 'b', 'c');
  const calls = fc.array(
    fc.tuple(name, args).map(([tool, args]) => made(tool, args)),
    { maxLength: 5 },
  );
  const expectations = fc.record({
    calls: fc.array(
      fc
        .tuple(name, fc.option(args), fc.constantFrom('exact' as const, 'includes' as const))
        .map(([tool, args, args_match]) => call(tool, args, { args_match })),
      { minLength: 1, maxLength: 4 },
    ),
    allow_extra: fc.boolean(),
    forbidden: fc.constantFrom([], ['c']),
    max_calls: fc.option(fc.integer({ min: 0, max: 4 })),
  });

  test('a trial holds in order exactly when all expected calls are a subsequence of the calls made', () => {
    always(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.array(name, { maxLength: 6 }),
        (expected, actual) => {
          const results = judge(
            tools({ order: 'in_order', calls: expected.map((tool) => call(tool)) }),
            actual.map((tool) => made(tool)),
          );
          let next = 0;
          for (const tool of actual) if (tool === expected[next]) next++;
          expect(results.every(({ passed }) => passed)).toBe(next === expected.length);
        },
      ),
    );
  });

  test('without extras and with a full share, exactly the expected calls were made', () => {
    always(
      fc.property(expectations, calls, fc.constantFrom(0.3, 0.5, 1), (expectation, actual, min_matched) => {
        const expected = tools({ calls: expectation.calls, allow_extra: false, min_matched });
        const passed = judge(expected, actual).every((result) => result.passed);
        const strict = judge({ ...expected, min_matched: 1 }, actual).every((result) => result.passed);
        if (passed && actual.length >= expectation.calls.length) expect(strict).toBe(true);
      }),
    );
  });

  test('scores are shares, and a part without a full score never claims one', () => {
    always(
      fc.property(expectations, fc.constantFrom('any', 'in_order', 'exact'), calls, (expectation, order, actual) => {
        for (const { passed, score, code, reason } of judge(tools({ ...expectation, order }), actual)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(passed).toBe(score === 1);
          expect(code === null).toBe(passed);
          expect(reason).not.toBe('');
        }
      }),
    );
  });
});
