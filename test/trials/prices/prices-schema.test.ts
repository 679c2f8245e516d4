import { describe, expect, test } from 'vitest';
import { readKeyProblems } from '#common/document/strict-mapping.ts';
import { zodMessage } from '#common/document/zod-messages.ts';
import { pricesSchema } from '#trials/prices/prices-schema.ts';

const problems = (value: unknown) =>
  pricesSchema
    .safeParse(value, { error: zodMessage })
    .error?.issues.flatMap(({ code, message }) =>
      code === 'unrecognized_keys' ? readKeyProblems(message).map((problem) => problem.message) : [message],
    ) ?? [];

describe('prices', () => {
  test('are read by model; what is not given is null', () => {
    expect(pricesSchema.parse({ m: { input: 2.5, output: 10, input_cache_read: 0 } })).toEqual({
      m: { input: 2.5, output: 10, input_cache_read: 0, input_cache_write: null },
    });
    expect(pricesSchema.parse({})).toEqual({});
  });

  test.each<[unknown, RegExp]>([
    [{ m: { input: 1 } }, /^missing; expected US dollars per million tokens/],
    [{ m: { input: '1', output: 1 } }, /^expected US dollars per million tokens, a number from 0 to 1000000, found/],
    [{ m: { input: -1, output: 1 } }, /^expected US dollars per million tokens/],
    [{ m: { input: 1, output: 1e7 } }, /^expected US dollars per million tokens/],
    [{ m: { input: 1, output: Number.NaN } }, /^expected US dollars per million tokens/],
    [{ m: { input: 1, outputs: 1, output: 1 } }, /^unknown key; did you mean output\?/],
    [{ m: 3 }, /^expected a mapping such as \{input: 2.5, output: 10\}/],
    [{ '': { input: 1, output: 1 } }, /^expected the name of a model/],
    [[], /^expected a mapping of models to prices/],
  ])('refuse %j', (value, message) => {
    expect(problems(value)).toEqual([expect.stringMatching(message)]);
  });
});
