import { describe, expect, test } from 'vitest';
import { countMutants, isBiting, unnoticed } from '#domain/bite/mutants/case-mutants.ts';
import { faultWords } from '#domain/bite/mutants/words.ts';
import { EXPECTATION_KEYS } from '#domain/suite/schemas/expectations-schema.ts';
import { call, mutantsOfCase, type Work } from './originals.ts';

const CALLED: Work = {
  output: 'Paid 19.99 for A1.',
  tool_calls: [call('look_up', { id: 'A1' }, { price: 19.99 }), call('pay', { amount: 19.99, to: { name: 'Ann' } })],
};

/** What a check demands, a trial that passes it, and a fault that it alone notices. */
const KILLS: readonly (readonly [key: string, expect: string, work: Work, fault: string])[] = [
  ['tools', 'tools: [look_up]', CALLED, 'no look_up'],
  [
    'tools',
    'tools: [{name: pay, args: {amount: 19.99}, args_match: includes}]',
    CALLED,
    'pay(amount: -19.99) for 19.99',
  ],
  ['tools', 'tools: {order: in_order, calls: [look_up, pay]}', CALLED, 'pay before look_up'],
  ['tools', 'tools: {before: [[look_up, pay]]}', CALLED, 'pay before look_up'],
  ['tools', 'tools: {forbidden: ["delete_*"]}', CALLED, 'a call of delete_all, which delete_* forbids'],
  ['tools', 'tools: {max_calls: 2}', CALLED, 'more than 2 calls'],
  ['tools', 'tools: {min_calls: 2}', CALLED, 'no call at all'],
  ['tools', 'tools: {allow_extra: false, calls: [look_up, pay]}', CALLED, 'look_up twice'],
  ['tools', 'tools: [{name: pay, status: ok}]', CALLED, 'pay that fails'],
  ['no_tools', 'no_tools: true', {}, 'a call of look_up where none is made'],
  ['plan', 'plan: [look_up]', { plan: [{ name: 'look_up', arguments: {} }] }, 'a plan without look_up'],
  ['response', 'response: {contains: ["19.99"]}', CALLED, '19.90 in the answer for 19.99'],
  ['response', 'response: {contains: [Paid]}', CALLED, 'the question as answer'],
  ['response', 'response: {not_contains: [secret]}', CALLED, 'the forbidden phrase "secret"'],
  ['response', 'response: {matches: ["A\\\\d"]}', CALLED, "another case's answer"],
  ['response', 'response: {equals: "Paid 19.99 for A1."}', CALLED, 'an empty answer'],
  ['response', 'response: {json_schema: {type: object}}', { output: '{"a":1}' }, 'half of the answer'],
  ['response', 'response: {similar: {to: "Paid 19.99 for A1", rouge_l: {min: 0.5}}}', CALLED, 'the question as answer'],
  ['metadata', 'metadata: {escalated: true}', { metadata: { escalated: true } }, 'metadata escalated: false for true'],
  ['state', 'state: {order.status: paid}', { state: { order: { status: 'paid' } } }, 'the state as it was before'],
  ['retrieved', 'retrieved: {ids: [k7], k: 3}', { retrieved: ['k7', 'k2'] }, 'nothing retrieved'],
  ['limits', 'limits: {max_steps: 2}', { steps: 1 }, ''],
  ['completes', 'completes: true', {}, ''],
];

const NOBODY: readonly string[] = ['files', 'commands', 'diff', 'custom', 'judge'];

test.each(KILLS)('%s: %s', (_, demand, work, fault) => {
  const mutants = mutantsOfCase(`{id: a, input: hi there, context: {order: {status: new}}, expect: {${demand}}}`, [
    work,
  ]);
  const noticed = mutants.filter(({ outcome }) => outcome === 'noticed').map((one) => faultWords(one.fault));
  if (fault === '') expect(noticed).toEqual([]);
  else expect(noticed).toContain(fault);
  // Without the demand, nobody notices it.
  const vacuous = mutantsOfCase(
    '{id: a, input: hi there, context: {order: {status: new}}, expect: {completes: true}}',
    [work],
  );
  expect(vacuous.map(({ outcome }) => outcome)).toEqual(vacuous.map(() => 'unnoticed'));
});

test('every kind of check is in this table, or needs a program, a judge or a folder', () => {
  const covered = new Set([...KILLS.map(([key]) => key), ...NOBODY]);
  expect(EXPECTATION_KEYS.filter((key) => !covered.has(key))).toEqual([]);
});

describe('equivalent mutants', () => {
  const tried = (work: readonly Work[], text = '{id: a, input: hi, expect: {completes: true}}') => {
    const counted = mutantsOfCase(text, work).filter(({ group }) => group !== 'advice');
    return [...new Set(counted.map(({ fault }) => faultWords(fault)))];
  };
  const paid = (amount: number, reason: string): Work => ({
    output: `Paid ${amount} at 12:30.`,
    tool_calls: [call('pay', { amount, reason })],
  });

  test('an argument that differs among passing trials is free, and so are numbers of the answer', () => {
    const two = tried([paid(5, 'broken'), paid(5, 'it is broken')]);
    expect(two).toContain('pay(amount: -5) for 5');
    expect(two.filter((words) => words.includes('reason'))).toEqual([]);
    expect(tried([paid(5, 'broken')])).toContain('pay(reason: "something else") for "broken"');
    expect(tried([paid(5, 'x'), paid(6, 'x')]).filter((words) => words.includes('in the answer for'))).toEqual([
      '12:31 in the answer for 12:30',
    ]);
  });

  test('a call that one passing trial does without is free', () => {
    const words = tried([{ tool_calls: [call('look_up'), call('pay')] }, { tool_calls: [call('pay')] }]);
    expect(words).toContain('no pay');
    expect(words).not.toContain('no look_up');
    expect(tried([{ tool_calls: [call('pay')] }, { tool_calls: [] }])).not.toContain('no call at all');
  });

  test('a number that the question gives is no fault of the answer', () => {
    const text = '{id: a, input: Is it 40?, expect: {completes: true}}';
    expect(tried([{ output: 'No, not 40 but 50.' }], text).filter((words) => words.includes('in the answer'))).toEqual([
      '51 in the answer for 50',
    ]);
  });

  test('an order is free unless the later call uses a result, or the case writes an order; calls of one turn have none', () => {
    const uses = [call('look_up', {}, { id: 'X77' }), call('pay', { to: 'X77' })];
    expect(tried([{ tool_calls: uses }])).toContain('pay before look_up');
    expect(tried([{ tool_calls: [call('look_up'), call('pay')] }])).not.toContain('pay before look_up');
    expect(tried([{ tool_calls: uses.map((one) => ({ ...one, step: 1 })) }])).not.toContain('pay before look_up');
  });

  test('a mutant that is a passing trial, or that another trial gave already, is tried once', () => {
    expect(tried([{ output: '' }])).not.toContain('an empty answer');
    const same: Work = { output: 'Hello.', tool_calls: [call('pay')] };
    expect(tried([same, same])).toEqual(tried([same]));
  });
});

describe('whether a case bites', () => {
  const bites = (text: string, work: readonly Work[], facts = {}) =>
    isBiting({ mutants: mutantsOfCase(text, work, facts) });

  test('silence, an echo and other cases decide it; an unnoticed fault in one place does not', () => {
    expect(bites('{id: a, input: hi, expect: {tools: [look_up]}}', [CALLED])).toBe(true);
    expect(bites('{id: a, input: hi, expect: {no_tools: true}}', [{}])).toBe(false);
    expect(bites('{id: a, input: hi ann, expect: {response: {contains: [ann]}}}', [{ output: 'Ann!' }])).toBe(false);
    expect(bites('{id: a, input: hi, expect: {response: {matches: ["[a-z]{3}"]}}}', [{ output: 'Good.' }])).toBe(false);
  });

  test('a field with the value that most other cases have is no sign of work', () => {
    const text = '{id: a, input: hi, expect: {metadata: {escalated: false}}}';
    const work = [{ metadata: { escalated: false } }];
    expect(bites(text, work)).toBe(true);
    expect(bites(text, work, { usual: { escalated: false } })).toBe(false);
  });
});

test('what only a judge can notice is counted apart, and what it settles by itself is noticed', () => {
  const mutants = mutantsOfCase('{id: a, input: hi, expect: {judge: [{id: kind, ask: Is it kind?}]}}', [CALLED]);
  const { tried, noticed, only_judge } = countMutants(mutants);
  expect([tried, noticed]).toEqual([2, 2]);
  expect(only_judge).toBeGreaterThan(8);
  expect(unnoticed({ mutants })).toEqual([]);
});

test('advice counts in no score', () => {
  const mutants = mutantsOfCase('{id: a, input: hi, expect: {tools: [look_up, pay]}}', [CALLED]);
  const advice = countMutants(mutants, 'advice');
  expect(advice.tried).toBeGreaterThan(0);
  expect(countMutants(mutants).tried + advice.tried).toBe(mutants.length);
});

test('the same trials give the same mutants in the same order', () => {
  const again = () =>
    mutantsOfCase('{id: a, input: hi, expect: {tools: [look_up]}}', [CALLED, { ...CALLED, output: 'Paid.' }]);
  expect(again()).toEqual(again());
});
