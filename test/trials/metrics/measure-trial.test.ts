import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations, ToolsExpectation } from '#cases/suite/expectation.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { measureTrial } from '#trials/metrics/measure-trial.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialMetrics } from '#trials/trial/unmeasured.ts';
import {
  aCase,
  aConversation,
  aTrial,
  CRASHED,
  call,
  made,
  parallel,
  response,
  tools,
  UNAVAILABLE,
} from '../trial/build-trial.ts';

function measure(evalCase: Case, trial: Trial): TrialMetrics {
  return measureTrial(evalCase, trial, gradeByChecks(evalCase, trial, new Map()));
}

/** Of a case with this demand on the whole trial and a trial of one turn. */
function one(expectations: Expectations, turn: Partial<TurnRecord>): TrialMetrics {
  return measure(aCase(expectations), aTrial([turn]));
}

function ofCalls(expectation: Partial<ToolsExpectation>, names: readonly string[]): TrialMetrics {
  return one({ tools: tools(expectation) }, { tool_calls: names.map((name) => made(name)) });
}

const names = (...list: readonly string[]) => list.map((name) => call(name));

describe('tool recall, precision and F1', () => {
  test.each<{
    order: ToolsExpectation['order'];
    expected: string[];
    actual: string[];
    recall: number;
    precision: number;
  }>([
    { order: 'any', expected: ['a', 'b'], actual: ['b', 'a'], recall: 1, precision: 1 },
    { order: 'any', expected: ['a', 'a'], actual: ['a', 'b', 'c'], recall: 1 / 2, precision: 1 / 3 },
    { order: 'any', expected: ['a'], actual: ['a', 'a'], recall: 1, precision: 1 / 2 },
    { order: 'any', expected: ['a', 'b'], actual: [], recall: 0, precision: 0 },
    { order: 'in_order', expected: ['a', 'b', 'c'], actual: ['b', 'a', 'c'], recall: 2 / 3, precision: 2 / 3 },
    { order: 'in_order', expected: ['a', 'b', 'c'], actual: ['c', 'a', 'b', 'x'], recall: 2 / 3, precision: 2 / 4 },
    { order: 'exact', expected: ['a', 'b', 'c'], actual: ['x', 'a', 'b', 'c'], recall: 0, precision: 0 },
    { order: 'exact', expected: ['a', 'b', 'c'], actual: ['a', 'c', 'b'], recall: 1 / 3, precision: 1 / 3 },
    { order: 'exact', expected: ['a', 'b'], actual: ['a', 'b', 'b'], recall: 1, precision: 2 / 3 },
  ])('$order: $expected against $actual', ({ order, expected, actual, recall, precision }) => {
    const metrics = ofCalls({ order, calls: names(...expected) }, actual);
    expect(metrics).toMatchObject({ tool_recall: recall, tool_precision: precision });
  });

  test('the calls of a parallel group may come in any order', () => {
    const expectation = tools({ order: 'in_order', calls: [call('a'), parallel('b', 'c')] });
    const calls = [made('a', {}, { step: 1 }), made('c', {}, { step: 2 }), made('b', {}, { step: 2 })];
    expect(one({ tools: expectation }, { tool_calls: calls }).tool_recall).toBe(1);
  });

  test('arguments do not count', () => {
    const expectation = { tools: tools({ calls: [call('a', { n: 1 })] }) };
    expect(one(expectation, { tool_calls: [made('a', { n: 2 })] })).toMatchObject({
      tool_recall: 1,
      parameter_accuracy: 0,
    });
  });

  test.each<{ name: string; expectations: Expectations; actual: string[]; precision: number | null }>([
    { name: 'no tools, none called', expectations: { no_tools: true }, actual: [], precision: 1 },
    { name: 'no tools, one called', expectations: { no_tools: true }, actual: ['a'], precision: 0 },
    {
      name: 'no extras beside nothing',
      expectations: { tools: tools({ allow_extra: false }) },
      actual: ['a'],
      precision: 0,
    },
    {
      name: 'only something forbidden',
      expectations: { tools: tools({ forbidden: ['x'] }) },
      actual: ['a'],
      precision: null,
    },
    { name: 'nothing about tools', expectations: { completes: true }, actual: ['a'], precision: null },
  ])('without expected calls recall is undefined: $name', ({ expectations, actual, precision }) => {
    expect(one(expectations, { tool_calls: actual.map((name) => made(name)) })).toMatchObject({
      tool_recall: null,
      parameter_accuracy: null,
      tool_precision: precision,
    });
  });

  test('expectations of turns and of the whole trial are summed, each consumes calls for itself', () => {
    const conversation = aConversation(
      [{ tools: tools({ calls: names('a', 'b') }) }, { tools: tools({ calls: names('c') }) }, null],
      { tools: tools({ order: 'in_order', calls: names('a', 'c', 'd') }) },
    );
    const trial = aTrial([
      { tool_calls: [made('b')] },
      { tool_calls: [made('c'), made('a')] },
      { tool_calls: [made('d')] },
    ]);
    // 1 of 2 and 1 of 1 in the turns, c and d of a, c, d in order: 4 of 6 expected; 1 + 2 + 4 calls seen.
    expect(measure(conversation, trial)).toMatchObject({ tool_recall: 4 / 6, tool_precision: 4 / 7 });
  });
});

describe('parameter accuracy', () => {
  test('is the share of expected calls matched by name and arguments, by the largest assignment', () => {
    const includes = { args_match: 'includes' as const };
    const expectation = {
      tools: tools({ calls: [call('s', { a: 1 }, includes), call('s', { a: 1, b: 2 }, includes)] }),
    };
    expect(one(expectation, { tool_calls: [made('s', { a: 1, b: 2 }), made('s', { a: 1 })] }).parameter_accuracy).toBe(
      1,
    );
  });

  test('takes no notice of the order', () => {
    const expectation = { tools: tools({ order: 'exact', calls: names('a', 'b') }) };
    expect(one(expectation, { tool_calls: [made('b'), made('a')] })).toMatchObject({
      tool_recall: 0,
      parameter_accuracy: 1,
    });
  });

  test('takes no notice of the status', () => {
    const expectation = { tools: tools({ calls: [call('a', { n: 1 }, { status: 'ok' }), call('b', { n: 1 })] }) };
    const calls = [made('a', { n: 1 }, { status: 'error' }), made('b', { n: 2 })];
    expect(one(expectation, { tool_calls: calls }).parameter_accuracy).toBe(1 / 2);
  });
});

describe('phrase recall and the mean of both recalls', () => {
  const phrases = { response: response({ contains: ['refund', 'mug', '20'] }) };

  test('phrase recall is found / phrases, over all expectations', () => {
    expect(one(phrases, { output: 'A REFUND for the mug' }).phrase_recall).toBe(2 / 3);
    const conversation = aConversation([{ response: response({ contains: ['hi'] }) }, null], phrases);
    expect(measure(conversation, aTrial([{ output: 'hi' }, { output: 'mug' }])).phrase_recall).toBe(2 / 4);
  });

  test('no answer has no phrase, no phrases are undefined', () => {
    expect(one(phrases, { output: null }).phrase_recall).toBe(0);
    expect(one({ response: response({ not_contains: ['x'] }) }, {}).phrase_recall).toBeNull();
  });

  test('the mean of both recalls is over those that are defined', () => {
    const both = { ...phrases, tools: tools({ calls: names('a', 'b') }) };
    expect(one(both, { output: 'mug', tool_calls: [made('a')] }).mean_recall).toBeCloseTo((1 / 2 + 1 / 3) / 2, 12);
    expect(one(phrases, { output: 'mug' }).mean_recall).toBe(1 / 3);
    expect(one({ tools: both.tools }, { tool_calls: [made('a')] }).mean_recall).toBe(1 / 2);
    expect(one({ completes: true }, {}).mean_recall).toBeNull();
  });
});

describe('turn pass rate', () => {
  const says = (text: string): Expectations => ({ response: response({ contains: [text] }) });

  test('is the share of turns whose own checks hold, among turns that have any', () => {
    const conversation = aConversation([says('a'), null, says('b'), says('c')], says('x'));
    const trial = aTrial([{ output: 'a' }, { output: '' }, { output: 'no' }, { output: 'c' }]);
    expect(measure(conversation, trial).turn_pass_rate).toBe(2 / 3);
  });

  test('is undefined when no turn demands anything of its own', () => {
    expect(one(says('done'), {}).turn_pass_rate).toBeNull();
  });

  test('counts turns that were not reached', () => {
    const conversation = aConversation([says('a'), says('b')]);
    expect(measure(conversation, aTrial([{ output: 'a' }], { end: CRASHED })).turn_pass_rate).toBe(1 / 2);
  });
});

describe('retrieval accuracy at k', () => {
  const retrieved = { retrieved: { ids: ['r1', 'r2'], k: 2, min_hits: 2 } };

  test('is the share of queries with at least one expected id among the first k', () => {
    expect(one(retrieved, { retrieved: ['x', 'r2'] }).retrieval_accuracy).toBe(1);
    expect(one(retrieved, { retrieved: ['x', 'y', 'r1'] }).retrieval_accuracy).toBe(0);
    const conversation = aConversation([retrieved, retrieved, null]);
    const trial = aTrial([{ retrieved: ['r1'] }, { retrieved: [] }, {}]);
    expect(measure(conversation, trial).retrieval_accuracy).toBe(1 / 2);
  });

  test('is undefined without such an expectation or without a report', () => {
    expect(one({ completes: true }, { retrieved: ['r1'] }).retrieval_accuracy).toBeNull();
    expect(one(retrieved, { retrieved: null }).retrieval_accuracy).toBeNull();
  });
});

describe('tools ok, response ok, completed', () => {
  const both = { tools: tools({ calls: names('a'), max_calls: 1 }), response: response({ contains: ['done'] }) };

  test.each<{ calls: string[]; output: string; tools_ok: boolean; response_ok: boolean }>([
    { calls: ['a'], output: 'done', tools_ok: true, response_ok: true },
    { calls: ['a', 'a'], output: 'done', tools_ok: false, response_ok: true },
    { calls: ['a'], output: 'no', tools_ok: true, response_ok: false },
  ])('calls $calls, answer $output', ({ calls, output, tools_ok, response_ok }) => {
    const metrics = one(both, { output, tool_calls: calls.map((name) => made(name)) });
    expect(metrics).toMatchObject({ tools_ok, response_ok, completed: true });
  });

  test('are undefined without such checks', () => {
    expect(one({ metadata: { a: 1 } }, {})).toMatchObject({ tools_ok: null, response_ok: null });
  });

  test('no_tools is a tool check, a plan is none', () => {
    expect(one({ no_tools: true }, { tool_calls: [made('a')] }).tools_ok).toBe(false);
    expect(one({ plan: tools({ calls: names('a') }) }, { plan: [] }).tools_ok).toBeNull();
  });
});

describe('trials that did not come to their end', () => {
  const everything: Expectations = {
    tools: tools({ calls: names('a', 'b') }),
    response: response({ contains: ['done'] }),
    retrieved: { ids: ['r1'], k: 1, min_hits: 1 },
  };

  test('a crash is measured on what was there', () => {
    const trial = aTrial([{ output: null, tool_calls: [made('a')] }], { end: CRASHED });
    expect(measure(aCase(everything), trial)).toMatchObject({
      tool_recall: 1 / 2,
      tool_precision: 1,
      parameter_accuracy: 1 / 2,
      phrase_recall: 0,
      mean_recall: 1 / 4,
      retrieval_accuracy: 0,
      tools_ok: false,
      response_ok: false,
      completed: false,
    });
  });

  test('a crash before anything counts as nothing done', () => {
    expect(measure(aCase(everything), aTrial([], { end: CRASHED }))).toMatchObject({
      tool_recall: 0,
      tool_precision: 0,
      phrase_recall: 0,
      completed: false,
    });
  });

  test('an agent that completed without any account of its calls has no recall, rather than none', () => {
    const metrics = one({ tools: everything.tools ?? tools({}) }, { tool_calls: null });
    expect(metrics).toMatchObject({
      tool_recall: null,
      tool_precision: null,
      parameter_accuracy: null,
      tools_ok: false,
    });
  });

  test('an error measures nothing', () => {
    const metrics = measure(aCase(everything), aTrial([{ tool_calls: [made('a'), made('b')] }], { end: UNAVAILABLE }));
    expect(new Set(Object.values(metrics))).toEqual(new Set([null]));
  });
});

describe('properties', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const list = fc.array(name, { maxLength: 6 });
  const orders = fc.constantFrom('any' as const, 'in_order' as const, 'exact' as const);

  test('rates are within 0–1, and undefined only without expected calls', () => {
    fc.assert(
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
    fc.assert(
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
    const count = (calls: readonly string[], tool: string) => calls.filter((one) => one === tool).length;
    fc.assert(
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
    fc.assert(
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
    fc.assert(
      fc.property(
        expected,
        calls.chain((actual) =>
          fc.tuple(fc.constant(actual), fc.shuffledSubarray(actual, { minLength: actual.length })),
        ),
        (wanted, [actual, shuffled]) => {
          const metrics = (tool_calls: readonly ToolCall[]) =>
            one({ tools: tools({ calls: wanted, max_calls: 9 }) }, { tool_calls });
          expect(metrics(shuffled)).toEqual(metrics(actual));
        },
      ),
    );
  });
});
