import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { canonicalJson } from '#common/json.ts';
import { suggestCase } from '#gate/bite/suggest-case.ts';
import { always } from '#test/support/always.ts';
import { validCase } from '../../cases/suite/read-case.ts';
import { AROUND, call, OTHER, trialOf, type Work } from './originals.ts';

const CASE = validCase('{id: refund, input: Please refund order A-1., expect: {completes: true}, bites: false}');

function suggested(work: readonly Work[], others = AROUND.others) {
  return suggestCase(
    CASE,
    work.map((turn) => trialOf(CASE, turn)),
    { ...AROUND, others },
  );
}

/** What is suggested, as a case file has it, or why nothing is. */
function outcome(work: readonly Work[]) {
  const result = suggested(work);
  if ('problem' in result) return result.problem;
  const { tools, response, no_tools } = writeCase(result.suggested)['expect'] as Record<
    string,
    Record<string, unknown>
  >;
  return {
    passing: result.passing,
    ...(tools === undefined ? {} : { calls: tools['calls'] }),
    ...(response === undefined ? {} : { contains: response['contains'] }),
    ...(no_tools === undefined ? {} : { no_tools }),
  };
}

const times = (count: number, work: Work): readonly Work[] => Array.from({ length: count }, () => work);
const find = call('find_order', { id: 'A-1', note: 'x' });
const pay = (amount: number) => call('pay', { amount, to: { name: 'Ann', tags: ['a', 'b'] } });

describe('what nearly all trials of main do together is suggested', () => {
  test.each<readonly [string, readonly Work[], unknown]>([
    ['nine trials are too few', times(9, { tool_calls: [find] }), '9 trials of main, 10 are needed'],
    [
      'names, arguments leaf by leaf, and lists whole',
      times(10, { tool_calls: [find, pay(5), call('mail')] }),
      {
        passing: 10,
        calls: [
          { name: 'find_order', args: { id: 'A-1', note: 'x' }, args_match: 'includes' },
          { name: 'pay', args: { amount: 5, to: { name: 'Ann', tags: ['a', 'b'] } }, args_match: 'includes' },
          'mail',
        ],
      },
    ],
    [
      'an argument that differs in one of ten trials is free, in one of twenty it is not',
      [...times(9, { tool_calls: [pay(5)] }), { tool_calls: [pay(6)] }],
      {
        passing: 10,
        calls: [{ name: 'pay', args: { to: { name: 'Ann', tags: ['a', 'b'] } }, args_match: 'includes' }],
      },
    ],
    [
      'two facts that each hold in 19 of 20 trials and together in 18: the argument goes, the name stays',
      [...times(18, { tool_calls: [find, pay(5)] }), { tool_calls: [find, pay(6)] }, { tool_calls: [pay(5)] }],
      {
        passing: 19,
        calls: [
          { name: 'pay', args: { to: { name: 'Ann', tags: ['a', 'b'] } }, args_match: 'includes' },
          { name: 'find_order', args: { id: 'A-1', note: 'x' }, args_match: 'includes' },
        ],
      },
    ],
    [
      'phrases with a digit that every answer has and the question has not',
      times(10, { output: 'Order A-1: paid 19.99 as R77, thanks.', tool_calls: [find] }),
      {
        passing: 10,
        calls: [{ name: 'find_order', args: { id: 'A-1', note: 'x' }, args_match: 'includes' }],
        contains: ['19.99', 'r77'],
      },
    ],
    [
      'no call, where a phrase makes it bite',
      times(10, { output: 'It costs 19.99.' }),
      { passing: 10, contains: ['19.99'], no_tools: true },
    ],
    [
      'no call alone would pass with silence',
      times(10, { output: 'Hello.' }),
      'what its trials have in common passes with an agent that says nothing',
    ],
    [
      'calls that nobody reported are unknown',
      times(10, { output: 'Hello.', tool_calls: null }),
      'its trials have nothing in common that could be demanded',
    ],
    [
      'what a case file takes for a matcher is left out',
      times(10, { tool_calls: [call('pay', { $any: true, list: [{ $gte: 1 }] })] }),
      { passing: 10, calls: ['pay'] },
    ],
  ])('%s', (_, work, expected) => {
    expect(outcome(work)).toEqual(expected);
  });

  test('what most other cases do too is no expectation', () => {
    const same = { tool_calls: [call('search')] };
    const result = suggested(times(10, same), [trialOf(OTHER, same)]);
    expect(result).toMatchObject({ problem: 'what its trials have in common passes with the trials of other cases' });
  });
});

test('whatever main did, a suggestion is a case that validate takes, and holds in 95 % of the trials', () => {
  const json = fc.jsonValue({ maxDepth: 2 }).map((value) => value as never);
  const works = fc.array(
    fc.record({
      output: fc.constantFrom('Paid 5.', 'Paid 6 for K9.', ''),
      tool_calls: fc.array(
        fc.tuple(fc.constantFrom('a', 'b', 'x y', '$c'), fc.dictionary(fc.string(), json, { maxKeys: 2 })),
        { maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  );
  always(
    fc.property(works, fc.integer({ min: 10, max: 21 }), (kinds, count) => {
      const work = Array.from({ length: count }, (_, at) => {
        const { output, tool_calls: made } = kinds[at % 19 === 0 ? at % kinds.length : 0] ?? {
          output: '',
          tool_calls: [],
        };
        return { output, tool_calls: made.map(([name, args]) => call(name, args)) };
      });
      const result = suggested(work);
      if ('problem' in result) return;
      expect(result.passing).toBeGreaterThanOrEqual(0.95 * count - 1e-9);
      const whole = writeCase(result.suggested);
      const text = canonicalJson({ ...whole, expect: result.expect });
      expect(canonicalJson(writeCase(validCase(text)))).toBe(canonicalJson(whole));
    }),
    { numRuns: 50, seed: 7 },
  );
});
