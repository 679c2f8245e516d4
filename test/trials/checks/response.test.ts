import { describe, expect, test } from 'vitest';
import type { ResponseExpectation } from '#cases/suite/expectation.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { type Worded, worded } from '#test/support/worded.ts';
import { responseCheck } from '#trials/checks/response.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import { aCase, aTrial, response } from '../trial/build-trial.ts';

function judge(expectation: Partial<ResponseExpectation>, output: string | null): readonly Worded[] {
  return responseCheck.judge(response(expectation), trialView(aCase({}), aTrial([{ output }]), null)).map(worded);
}

test.each<[schema: JsonObject, passed: boolean]>([
  [{ const: 9007199254740993n }, true],
  [{ const: 9007199254740992n }, false],
  [{ enum: [1, 9007199254740993n] }, true],
  [{ type: 'integer', minimum: 9007199254740993n, maximum: 9007199254740993n }, true],
  [{ maximum: 9007199254740992n }, false],
  [{ type: 'string' }, false],
])('a long integer in the answer is told from its neighbours by a schema', (schema, passed) => {
  expect(judge({ json_schema: schema }, '9007199254740993').map((one) => one.passed)).toEqual([passed]);
});

test('similarity is a result for each measure, its score the similarity, and passes at its min', () => {
  const similar = { to: ['the cat sat', 'a dog ran'], min: { rouge_l: 0.8, levenshtein: 0.9 } };
  expect(judge({ similar }, 'a dog ran off')).toMatchObject([
    { name: 'response.similar.rouge_l', passed: true, score: 6 / 7, reason: 'similarity 0.8571, at least 0.8 needed' },
    { name: 'response.similar.levenshtein', passed: false, code: 'not_similar', score: 9 / 13 },
  ]);
  expect(judge({ similar: { to: ['a b'], min: { rouge_1: 0.5 } } }, 'a c')).toMatchObject([{ passed: true }]);
  expect(judge({ similar }, null).map(({ score, code }) => [score, code])).toEqual(Array(2).fill([0, 'no_answer']));
  expect(judge({ similar }, '').map(({ passed, score }) => [passed, score])).toEqual(Array(2).fill([false, 0]));
});

test('no answer satisfies nothing, not even the absence of a phrase', () => {
  const results = judge({ not_contains: ['x'], contains: ['y'] }, null);
  expect(results.map(({ passed, score, code }) => [passed, score, code])).toEqual([
    [false, 0, 'no_answer'],
    [false, 0, 'no_answer'],
  ]);
});

test.each<{ name: string; expectation: Partial<ResponseExpectation>; output: string }>([
  {
    name: 'phrases in any case',
    expectation: { contains: ['REFUND', 'a12'] },
    output: 'Your refund A12 is on its way',
  },
  { name: 'case when it matters', expectation: { contains: ['Refund'], case_sensitive: true }, output: 'Refund' },
  { name: 'absent in this case', expectation: { not_contains: ['Refund'], case_sensitive: true }, output: 'refund' },
  { name: 'patterns anywhere', expectation: { matches: ['RES-[0-9]+', '^ok'] }, output: 'ok: RES-12!' },
  { name: 'the same text, white space around it', expectation: { equals: 'Done.' }, output: '\nDone. \n' },
  { name: 'JSON', expectation: { json_schema: { type: 'object', required: ['a'] } }, output: ' {"a": 1} ' },
  { name: 'one fenced block of JSON', expectation: { json_schema: { type: 'array' } }, output: '```json\n[1]\n```' },
  {
    name: 'draft 2020-12 by default',
    expectation: { json_schema: { prefixItems: [{ type: 'string' }], items: false } },
    output: '["a"]',
  },
  {
    name: 'draft 7 when the schema says so',
    expectation: {
      json_schema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        items: [{ type: 'string' }],
        additionalItems: false,
      },
    },
    output: '["a"]',
  },
])('holds: $name', ({ expectation, output }) => {
  for (const result of judge(expectation, output)) expect(result).toMatchObject({ passed: true, score: 1, code: null });
});

test.each<{
  name: string;
  expectation: Partial<ResponseExpectation>;
  output: string;
  score: number;
  code: string;
  reason: string;
}>([
  {
    name: 'a missing phrase',
    expectation: { contains: ['refund', 'amount'] },
    output: 'A refund.',
    score: 0.5,
    code: 'missing_phrase',
    reason: '1 of 2 phrases found; missing ["amount"] in "A refund."',
  },
  {
    name: 'a phrase in another case when it matters',
    expectation: { contains: ['Refund'], case_sensitive: true },
    output: 'refund',
    score: 0,
    code: 'missing_phrase',
    reason: '0 of 1 phrase found; missing ["Refund"] in "refund"',
  },
  {
    name: 'a forbidden phrase in any case',
    expectation: { not_contains: ['escalat', 'sorry'] },
    output: 'I ESCALATED it',
    score: 0.5,
    code: 'forbidden_phrase',
    reason: '1 of 2 forbidden phrases absent; found ["escalat"] in "I ESCALATED it"',
  },
  {
    name: 'a pattern that is not found: case matters unless (?i)',
    expectation: { matches: ['res-[0-9]+'] },
    output: 'RES-12',
    score: 0,
    code: 'no_match',
    reason: '0 of 1 pattern found; not found ["res-[0-9]+"] in "RES-12"',
  },
  {
    name: 'another text',
    expectation: { equals: 'Refund of 20' },
    output: 'Refund of 25',
    score: 0,
    code: 'not_equal',
    reason: 'differs at character 12: expected "Refund of 20", got "Refund of 25"',
  },
  {
    name: 'another case',
    expectation: { equals: 'Yes' },
    output: 'yes',
    score: 0,
    code: 'not_equal',
    reason: 'differs at character 1: expected "Yes", got "yes"',
  },
])('fails: $name', ({ expectation, output, score, code, reason }) => {
  const [result] = judge(expectation, output);
  expect(result).toMatchObject({ passed: false, score, code, reason });
});

describe('response.json_schema', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { order: { type: 'object', properties: { total: { type: 'number' } } } },
  };

  test('names the deepest place that violates the schema', () => {
    expect(judge({ json_schema: schema }, '{"order": {"total": "20"}}')).toMatchObject([
      {
        passed: false,
        code: 'schema_violation',
        reason:
          'at #/order/total: Instance type "string" is invalid. Expected "number". (#/properties/order/properties/total/type)',
      },
    ]);
  });

  test.each(['The total is 20.', 'Here: {"a":1}', '```json\n{"a":1}\n```\nbye'])('"%s" is not JSON', (output) => {
    expect(judge({ json_schema: schema }, output)).toMatchObject([{ passed: false, code: 'not_json' }]);
  });

  test.each<[schema: JsonObject, output: string, passed: boolean]>([
    [{ pattern: '^a+$' }, '"aa"', true],
    [{ pattern: '^\\u0061+$' }, '"aa"', true],
    [{ pattern: '^a+$' }, '"ab"', false],
    [{ pattern: '^a+$' }, '5', true],
    [{ not: { pattern: 'b' } }, '"ab"', false],
    [{ anyOf: [{ pattern: '^b' }, { pattern: '^c' }] }, '"cab"', true],
    [{ pattern: 'b', format: 'date', allOf: [{ minLength: 1 }] }, '"2024-01-01"', false],
    [{ $defs: { id: { pattern: '^x' } }, items: { $ref: '#/$defs/id' } }, '["x1", "y"]', false],
    [{ enum: [{ pattern: 'x' }] }, '{"pattern": "x"}', true],
    [{ properties: { pattern: { type: 'string' } }, additionalProperties: false }, '{"pattern": "("}', true],
    [{ dependencies: { pattern: { properties: { a: { pattern: 'b' } } } } }, '{"pattern": 1, "a": "c"}', false],
    [{ patternProperties: { '^n_': { type: 'number' } } }, '{"n_a": "x"}', false],
    [{ patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false }, '{"n_a": 1}', true],
    [{ patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false }, '{"n_a": 1, "b": 1}', false],
    [{ patternProperties: { '^n_': false }, unevaluatedProperties: false }, '{"m": 1}', false],
    [{ properties: { n_a: { minimum: 2 } }, patternProperties: { '^n_': { maximum: 3 } } }, '{"n_a": 4}', false],
    [{ properties: { n_a: { minimum: 2 } }, patternProperties: { '^n_': { maximum: 3 } } }, '{"n_a": 1}', false],
    [{ properties: { n_a: { minimum: 2 } }, patternProperties: { a$: { maximum: 3 } } }, '{"n_a": 3}', true],
    [
      {
        properties: { n: { type: 'number' }, m: { $ref: '#/properties/n' } },
        patternProperties: { n: { maximum: 3 } },
      },
      '{"m": 9, "n": 3}',
      true,
    ],
    [{ patternProperties: { '^': { type: 'number' } } }, '{"__proto__": "x"}', false],
  ])('patterns in %j judge %s: %s', (schema, output, passed) => {
    for (const [result] of [judge({ json_schema: schema }, output), judge({ json_schema: schema }, output)])
      expect(result).toMatchObject({ passed });
  });

  test('a pattern that does not match is named where it was written', () => {
    expect(judge({ json_schema: { properties: { id: { pattern: '^x' } } } }, '{"id": "y"}')).toMatchObject([
      { reason: 'at #/id: String does not match pattern. (#/properties/id/pattern)' },
    ]);
  });

  // Answers come from the agent. The engine of JavaScript needs more than 20 s for these, each character doubles that, and no signal is heard
  // meanwhile.
  test.each<[JsonObject]>([
    [{ pattern: '^(\\w+\\s?)*$' }],
    [{ items: { $ref: '#/$defs/words' }, $defs: { words: { not: { pattern: '^(\\w+\\s?)*!$' } } } }],
    [{ patternProperties: { '^(\\w+\\s?)*$': false } }],
  ])('%j on an answer made against it ends soon', (schema) => {
    const hostile = `${'a'.repeat(31)}!`;
    for (const answer of [hostile, [`${hostile}?`], { [hostile]: 1 }])
      expect(judge({ json_schema: schema }, JSON.stringify(answer))[0]?.passed).not.toBeNull();
  });

  test('uniqueItems of 20,000 objects are judged at once, and as those of few', () => {
    const many = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id}` }));
    const twice = [...many, { name: 'item 7', id: 7 }];
    const unique: JsonObject = { properties: { ids: { uniqueItems: true } }, allOf: [{ type: 'object' }] };
    const verdict = (schema: JsonObject, answer: Json) => judge({ json_schema: schema }, JSON.stringify(answer))[0];
    const begin = performance.now();
    expect(verdict(unique, { ids: many })?.passed).toBe(true);
    expect(verdict(unique, { ids: twice })).toMatchObject({
      passed: false,
      reason: 'at #/ids: Duplicate items. (#/properties/ids/uniqueItems)',
    });
    expect(verdict(unique, { ids: many, others: twice })?.passed, 'only what the schema names').toBe(true);
    expect(verdict({ properties: { ids: { not: { uniqueItems: true } } } }, { ids: twice })?.passed).toBe(true);
    expect(verdict(unique, { ids: [1, 2, 1] })).toMatchObject({
      passed: false,
      reason: expect.stringContaining('uniqueItems'),
    });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test('a schema that leads nowhere can not judge', () => {
    expect(judge({ json_schema: { $ref: '#/$defs/missing' } }, '1')).toMatchObject([
      { passed: null, score: null, code: 'invalid_schema' },
    ]);
  });
});

test('a difference late in a long text is shown with a little of what stands before it', () => {
  const [result] = judge({ equals: `${'a'.repeat(500)}x` }, `${'a'.repeat(500)}y`);
  expect(result?.reason).toBe(`differs at character 501: expected "…${'a'.repeat(30)}x", got "…${'a'.repeat(30)}y"`);
});
