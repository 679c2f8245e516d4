import { expect, test } from 'vitest';
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
  expect(judge({ json_schema: schema }, '9007199254740993').map((check) => check.passed)).toEqual([passed]);
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

test('a difference late in a long text is shown with a little of the text before it', () => {
  const [result] = judge({ equals: `${'a'.repeat(500)}x` }, `${'a'.repeat(500)}y`);
  expect(result?.reason).toBe(`differs at character 501: expected "…${'a'.repeat(30)}x", got "…${'a'.repeat(30)}y"`);
});
