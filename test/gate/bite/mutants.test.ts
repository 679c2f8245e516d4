import { describe, expect, test } from 'vitest';
import { EXPECTATION_KEYS } from '#cases/suite/schemas/expectations-schema.ts';
import { faultWords } from '#gate/bite/mutants/fault.ts';
import { countMutants, isBiting, unnoticedFaults } from '#gate/bite/mutants/grade-mutant.ts';
import { CALLED, KILLS } from './kills.ts';
import { call, mutantsOfCase, type Work } from './originals.ts';

const NOBODY: readonly string[] = ['files', 'commands', 'diff', 'custom', 'judge'];

test.each(KILLS)('%s: %s', (_, demand, work, fault) => {
  const mutants = mutantsOfCase(`{id: a, input: hi there, context: {order: {status: new}}, expect: {${demand}}}`, [
    work,
  ]);
  const noticed = mutants.filter(({ outcome }) => outcome === 'noticed').map((mutant) => faultWords(mutant.fault));
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
    return [...new Set(mutantsOfCase(text, work).map(({ fault }) => faultWords(fault)))];
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
    expect(tried([{ tool_calls: uses.map((call) => ({ ...call, step: 1 })) }])).not.toContain('pay before look_up');
  });

  test('a mutant that is a passing trial, or that another trial gave already, is tried once', () => {
    expect(tried([{ output: '' }])).not.toContain('an empty answer');
    const same: Work = { output: 'Hello.', tool_calls: [call('pay')] };
    expect(tried([same, same])).toEqual(tried([same]));
  });
});

describe('whether a case bites', () => {
  const bites = (text: string, work: readonly Work[], facts = {}) => isBiting(mutantsOfCase(text, work, facts));

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
  expect(unnoticedFaults(mutants)).toEqual([]);
});

test('the same trials give the same mutants in the same order', () => {
  const again = () =>
    mutantsOfCase('{id: a, input: hi, expect: {tools: [look_up]}}', [CALLED, { ...CALLED, output: 'Paid.' }]);
  expect(again()).toEqual(again());
});
