import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import { expectHash, HASH_VERSION, inputHash } from '#cases/suite/case-hashes.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { validCase } from './read-case.ts';

const WRITTEN = {
  id: 'refund',
  name: 'Refund',
  tags: '[hero]',
  metadata: '{a: 1}',
  context: '{order: {id: 1, lines: [1, 2]}}',
  history: '[{role: user, content: hi}, {role: assistant, content: hello}]',
  turns: '[{input: x, expect: {completes: true}}, {input: y}]',
  trials: '3',
  expect: '{tools: [{name: a, args: {id: 1}}], response: {contains: [b]}}',
};

/** The case with some keys written otherwise. */
function caseWith(changed: Readonly<Record<string, string>>): Case {
  const keys = Object.entries({ ...WRITTEN, ...changed });
  return validCase(keys.map(([key, value]) => `${key}: ${value}\n`).join(''));
}

const base = caseWith({});

/** The same value with the keys of every mapping in the other order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reversed(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .reverse()
      .map((key) => [key, reversed(value[key] ?? null)]),
  );
}

describe('the hash of the input', () => {
  test('is known for version 1', () => {
    expect(HASH_VERSION).toBe(1);
    expect(inputHash(base)).toBe('c79248983f7769cdf953b854af17a4aea1116859cf0a238e983c2ff899d8c664');
    expect(expectHash(base)).toBe('536c5df966e02fb41d00da4a861acf7a52185bc0c047fa4019181a419d6d1508');
  });

  test.each<[change: string, changed: Readonly<Record<string, string>>]>([
    ['history', { history: '[{role: user, content: hi}]' }],
    ['a role', { history: '[{role: system, content: hi}, {role: assistant, content: hello}]' }],
    ['context', { context: '{order: {id: 1, lines: [2, 1]}}' }],
    ['an input', { turns: '[{input: x}, {input: z}]' }],
    ['what a tool answers', { mocks: '{a: {fault: timeout}}' }],
    ['the number of turns', { turns: '[{input: x}]' }],
    ['where a turn ends', { turns: '[{input: xy}, {input: ""}]' }],
  ])('changes with %s', (_, changed) => {
    expect(inputHash(caseWith(changed))).not.toBe(inputHash(base));
  });

  test('changes with a simulated user', () => {
    const played = { ...base, simulated_user: { persona: 'a', goal: 'b', max_turns: 8, stop: [] } };
    expect(inputHash(played)).not.toBe(inputHash(base));
  });

  test.each([
    'persona: c, goal: b',
    'persona: a, goal: c',
    'persona: a, goal: b, max_turns: 3',
    'persona: a, goal: b, stop: [x]',
  ])('changes with the simulated user: %s', (user) => {
    const hashOf = (spec: string) =>
      inputHash(validCase(`{id: a, simulated_user: {${spec}}, expect: {completes: true}}`));
    expect(hashOf(user)).not.toBe(hashOf('persona: a, goal: b'));
  });

  test('does not change with what is demanded', () => {
    const turns = base.turns.map(({ input }) => ({ input, expect: null }));
    expect(inputHash({ ...base, turns, expect: { no_tools: true } })).toBe(inputHash(base));
  });
});

describe('the hash of the expectation', () => {
  test.each<[change: string, changed: Readonly<Record<string, string>>]>([
    [
      'an expectation more',
      { expect: '{tools: [{name: a, args: {id: 1}}], response: {contains: [b]}, completes: true}' },
    ],
    ['an expectation less', { expect: '{response: {contains: [b]}}' }],
    ['an argument', { expect: '{tools: [{name: a, args: {id: 2}}], response: {contains: [b]}}' }],
    ['the expectation of a turn', { turns: '[{input: x, expect: {no_tools: true}}, {input: y}]' }],
    ['the turn that demands it', { turns: '[{input: x}, {input: y, expect: {completes: true}}]' }],
  ])('changes with %s', (_, changed) => {
    expect(expectHash(caseWith(changed))).not.toBe(expectHash(base));
  });

  test('does not change with what the agent is given', () => {
    const turns = base.turns.map((turn) => ({ ...turn, input: 'other' }));
    expect(expectHash({ ...base, turns, history: [], context: {} })).toBe(expectHash(base));
  });

  test('is that of the meaning: short forms and defaults written out make no difference', () => {
    const short = validCase('{id: a, input: x, expect: {tools: [b]}}');
    const long = validCase(
      '{id: a, input: x, expect: {tools: {order: any, allow_extra: true, calls: [{name: b}], min_matched: 1}}}',
    );
    expect(expectHash(long)).toBe(expectHash(short));
  });
});

test.each<[string, Partial<Case>]>([
  ['id', { id: 'other' }],
  ['name', { name: null }],
  ['tags', { tags: [] }],
  ['metadata', { metadata: {} }],
  ['trials', { trials: 9 }],
  ['source', { source: { file: 'other.yml', line: 99 } }],
])('%s is in no hash', (_, changed) => {
  expect(inputHash({ ...base, ...changed })).toBe(inputHash(base));
  expect(expectHash({ ...base, ...changed })).toBe(expectHash(base));
});

test('the order of keys is in no hash, their values are', () => {
  always(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.jsonValue(), (facts, other) => {
      const context: Json = JSON.parse(JSON.stringify(facts));
      const turned = reversed(context);
      if (!isJsonObject(context) || !isJsonObject(turned)) throw new Error('no mapping');
      expect(inputHash({ ...base, context: turned })).toBe(inputHash({ ...base, context }));
      expect(expectHash({ ...base, expect: { metadata: turned } })).toBe(
        expectHash({ ...base, expect: { metadata: context } }),
      );
      const changed: Json = JSON.parse(JSON.stringify({ ...facts, changed: [other] }));
      if (!isJsonObject(changed)) throw new Error('no mapping');
      expect(inputHash({ ...base, context: changed })).not.toBe(inputHash({ ...base, context }));
    }),
  );
});
