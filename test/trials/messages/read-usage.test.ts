import { describe, expect, test } from 'vitest';
import { expectSaid } from '#test/support/said.ts';
import { bedrockUsage } from '#trials/messages/bedrock.ts';
import { readUsage } from '#trials/messages/read-usage.ts';
import { addUsage } from '#trials/trial/add-usage.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

const counted = (input_tokens: number, output_tokens: number, parts: Partial<Usage> = {}): Usage => ({
  input_tokens,
  output_tokens,
  total_tokens: input_tokens + output_tokens,
  cost_usd: null,
  estimated: false,
  ...parts,
});

test('usage is read in the words of every provider, its sums made whole', () => {
  return expectSaid(new URL('golden/usage.txt', import.meta.url), (text) => [
    JSON.stringify(readUsage(JSON.parse(text))),
  ]);
});

test('what Bedrock keeps for an hour is a part of what it writes to its cache', () => {
  const cacheDetails = [
    { ttl: '1h', inputTokens: 4 },
    { ttl: '5m', inputTokens: 2 },
  ];
  const usage = { inputTokens: 2, outputTokens: 4, cacheWriteInputTokens: 6, cacheDetails };
  expect(bedrockUsage(usage)).toEqual(counted(8, 4, { cache_write_tokens: 6, cache_write_1h_tokens: 4 }));
});

describe('usage of several calls', () => {
  test('adds parts that all of them report, and does not know those that some of them report', () => {
    const usage = counted(8, 4, { cache_read_tokens: 5, reasoning_tokens: 3 });
    const other = counted(2, 1, { cache_read_tokens: 1 });
    expect(addUsage(usage, other)).toEqual(counted(10, 5, { cache_read_tokens: 6, reasoning_tokens: null }));
    expect(addUsage(other, usage)).toEqual(addUsage(usage, other));
    expect(addUsage(counted(8, 4), counted(2, 1))).toEqual(counted(10, 5));
  });

  test('names every model once', () => {
    const of = (...models: string[]) => counted(1, 1, { models });
    expect(addUsage(of('b', 'a'), of('b', 'c'))).toEqual(counted(2, 2, { models: ['a', 'b', 'c'] }));
    expect(addUsage(of('a'), counted(1, 1))).toEqual(counted(2, 2, { models: ['a'] }));
  });
});
