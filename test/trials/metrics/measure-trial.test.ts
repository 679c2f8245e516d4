import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations, ToolsExpectation } from '#cases/suite/expectation.ts';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { measureTrial } from '#trials/metrics/measure-trial.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialMetrics } from '#trials/trial/unmeasured.ts';
import { aCase, aTrial, call, made, tools } from '../trial/build-trial.ts';
import { writtenTrial } from '../trial/written-trial.ts';

function measure(evalCase: Case, trial: Trial): TrialMetrics {
  return measureTrial(evalCase, trial, gradeByChecks(evalCase, trial, new Map()));
}

/** Of a case with this demand on the whole trial and a trial of one turn. */
function ofTurn(expectations: Expectations, turn: Partial<TurnRecord>): TrialMetrics {
  return measure(aCase(expectations), aTrial([turn]));
}

function ofCalls(expectation: Partial<ToolsExpectation>, names: readonly string[]): TrialMetrics {
  return ofTurn({ tools: tools(expectation) }, { tool_calls: names.map((name) => made(name)) });
}

const names = (...list: readonly string[]) => list.map((name) => call(name));

test('the figures of a trial are what the golden file says; those that it does not name are undefined', () => {
  return expectSaid(new URL('golden/metrics.txt', import.meta.url), (text) => [
    Object.entries(measure(...writtenTrial(text)))
      .flatMap(([name, value]) =>
        value === null
          ? []
          : [`${name} ${typeof value === 'number' ? Number(value.toFixed(9)) : JSON.stringify(value)}`],
      )
      .join(', ') || 'nothing',
  ]);
});

test('an expectation of no extras and no calls, which no case file can say, has no recall, and no precision with a call', () => {
  expect(ofCalls({ allow_extra: false }, ['a'])).toMatchObject({ tool_recall: null, tool_precision: 0 });
});

describe('properties', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const list = fc.array(name, { maxLength: 6 });
  const orders = fc.constantFrom('any' as const, 'in_order' as const, 'exact' as const);

  test('rates are within 0–1, and undefined only without expected calls', () => {
    always(
      fc.property(orders, list, list, (order, expected, actual) => {
        const { tool_recall, tool_precision, parameter_accuracy } = ofCalls(
          { order, calls: names(...expected), allow_extra: false },
          actual,
        );
        for (const rate of [tool_recall, tool_precision, parameter_accuracy]) {
          if (rate === null) expect(expected).toEqual([]);
          else expect(rate >= 0 && rate <= 1).toBe(true);
        }
      }),
    );
  });

  test('a further call anywhere never lowers recall in any order or in order, nor a further call at the end in exact order', () => {
    always(
      fc.property(
        orders,
        fc.array(name, { minLength: 1, maxLength: 5 }),
        list,
        name,
        fc.nat(),
        (order, expected, actual, extra, where) => {
          const at = order === 'exact' ? actual.length : where % (actual.length + 1);
          const recall = (calls: readonly string[]) =>
            ofCalls({ order, calls: names(...expected) }, calls).tool_recall ?? -1;
          expect(recall(actual.toSpliced(at, 0, extra))).toBeGreaterThanOrEqual(recall(actual));
        },
      ),
    );
  });

  test('recall in any order is the share of the multiset of expected names', () => {
    const count = (calls: readonly string[], tool: string) => calls.filter((call) => call === tool).length;
    always(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), list, (expected, actual) => {
        const common = ['a', 'b', 'c'].reduce(
          (sum, tool) => sum + Math.min(count(expected, tool), count(actual, tool)),
          0,
        );
        expect(ofCalls({ calls: names(...expected) }, actual).tool_recall).toBe(common / expected.length);
      }),
    );
  });

  test('exact order finds no more than in order, and that no more than any', () => {
    always(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), list, (expected, actual) => {
        const recall = (order: ToolsExpectation['order']) =>
          ofCalls({ order, calls: names(...expected) }, actual).tool_recall ?? -1;
        expect(recall('exact')).toBeLessThanOrEqual(recall('in_order'));
        expect(recall('in_order')).toBeLessThanOrEqual(recall('any'));
      }),
    );
  });

  test('permuting the calls changes nothing in any order', () => {
    const calls = fc.array(
      fc.tuple(name, fc.integer({ min: 0, max: 1 })).map(([tool, n]): ToolCall => made(tool, { n })),
      { maxLength: 5 },
    );
    const expected = fc.array(
      fc.tuple(name, fc.integer({ min: 0, max: 1 })).map(([tool, n]) => call(tool, { n })),
      { maxLength: 4 },
    );
    always(
      fc.property(
        expected,
        calls.chain((actual) =>
          fc.tuple(fc.constant(actual), fc.shuffledSubarray(actual, { minLength: actual.length })),
        ),
        (wanted, [actual, shuffled]) => {
          const metrics = (tool_calls: readonly ToolCall[]) =>
            ofTurn({ tools: tools({ calls: wanted, max_calls: 9 }) }, { tool_calls });
          expect(metrics(shuffled)).toEqual(metrics(actual));
        },
      ),
    );
  });
});
