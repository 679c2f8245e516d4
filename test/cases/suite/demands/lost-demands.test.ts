import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import { checksOf, lostDemands } from '#cases/suite/demands/lost-demands.ts';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';
import { validCase } from '../read-case.ts';

const caseOf = (expect: string) => validCase(`id: a\ninput: hi\nexpect: ${expect}\n`);
const wordsOf = (before: Case, after: Case) => lostDemands(before, after).map(({ words }) => words);
const lost = (before: string, after: string) => wordsOf(caseOf(before), caseOf(after));

describe('what a case demands less', () => {
  test('is told, and called less only where that is sure; nothing is lost where only more is demanded', () => {
    return expectSaid(new URL('golden/lost.txt', import.meta.url), (text) => {
      const [before = '', after = ''] = text.split('\n');
      return lostDemands(caseOf(before), caseOf(after)).map(({ kind, words }) => `${kind}: ${words}`);
    });
  });

  test('nothing is lost where calls and arguments are only added, in whatever place', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const args = fc.dictionary(key, fc.constantFrom(1, 2), { maxKeys: 2 });
    const call = fc.record({ name: fc.constantFrom('f', 'g'), args });
    const more = fc.record({ args: fc.dictionary(fc.constantFrom('d', 'e'), fc.constant(3)), exact: fc.boolean() });
    const changes = fc.tuple(
      fc.array(fc.tuple(call, more), { minLength: 1, maxLength: 5 }),
      fc.array(call, { maxLength: 2 }),
    );
    const caseWith = (calls: readonly object[]) => caseOf(JSON.stringify({ tools: { calls } }));
    const includes = { args_match: 'includes' };
    always(
      fc.property(changes, fc.boolean(), ([kept, added], isTurned) => {
        const before = kept.map(([call]) => ({ ...call, ...includes }));
        const now = kept.map(([call, gain]) => ({
          ...call,
          args: { ...call.args, ...gain.args },
          ...(gain.exact ? {} : includes),
        }));
        const after = [...added, ...now];
        expect(wordsOf(caseWith(before), caseWith(isTurned ? after.toReversed() : after))).toEqual([]);
      }),
    );
  });

  test('of a turn is told with its number', () => {
    const turns = (second: string) =>
      validCase(`id: a\nturns: [{input: x}, {input: y${second}}]\nexpect: {completes: true}\n`);
    expect(wordsOf(turns(', expect: {no_tools: true}'), turns(''))).toEqual(['turn 2: no_tools is no longer checked']);
  });

  test('is told with the check that judged it', () => {
    const [evalCase, two] = [
      caseOf('{response: {contains: [x]}, limits: {max_steps: 3}}'),
      caseOf('{limits: {max_steps: 9}}'),
    ];
    expect(lostDemands(evalCase, two).map(({ check }) => check)).toEqual(['response', 'limits']);
    expect([...checksOf(evalCase)].sort()).toEqual(['limits', 'response']);
  });

  test('a check that moves to a turn is rewritten, not lost', () => {
    const turn = (own: string, whole: string) =>
      validCase(`id: a\nturns: [{input: x}, {input: y${own}}]\nexpect: ${whole}\n`);
    const moved = [
      turn('', '{completes: true, tools: [a]}'),
      turn(', expect: {tools: [a]}', '{completes: true}'),
    ] as const;
    expect(lostDemands(...moved)).toMatchObject([{ check: 'tools', kind: 'rewritten' }]);
    expect(lostDemands(moved[1], moved[0])).toMatchObject([{ check: 'tools', kind: 'rewritten' }]);
  });

  test('quotes no text of a case', () => {
    const words = lost('{response: {contains: ["@org/team"]}}', '{response: {contains: ["<img>"]}}').join();
    expect(words).not.toMatch(/org|img/);
  });
});
