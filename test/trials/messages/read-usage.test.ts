import { describe, expect, test } from 'vitest';
import type { Json } from '#common/json.ts';
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

describe('parts of usage', () => {
  const chat = { prompt_tokens: 8, completion_tokens: 4 };
  const plain = { input_tokens: 8, output_tokens: 4 };
  test.each<[string, Json, Partial<Usage>]>([
    [
      'Chat Completions',
      { ...chat, prompt_tokens_details: { cached_tokens: 5 }, completion_tokens_details: { reasoning_tokens: 3 } },
      { cache_read_tokens: 5, reasoning_tokens: 3 },
    ],
    ['a report of zero', { ...chat, prompt_tokens_details: { cached_tokens: 0 } }, { cache_read_tokens: 0 }],
    [
      'Responses',
      {
        ...plain,
        input_tokens_details: { cached_tokens: 5, cache_write_tokens: 2 },
        output_tokens_details: { reasoning_tokens: 3 },
      },
      { cache_read_tokens: 5, cache_write_tokens: 2, reasoning_tokens: 3 },
    ],
    [
      'LangChain',
      {
        ...plain,
        input_token_details: { cache_read: 5, cache_creation: 2 },
        output_token_details: { reasoning: 3 },
      },
      { cache_read_tokens: 5, cache_write_tokens: 2, reasoning_tokens: 3 },
    ],
    ['ours', { ...plain, cache_read_tokens: 5, reasoning_tokens: 3 }, { cache_read_tokens: 5, reasoning_tokens: 3 }],
    ['thinking of Messages', { ...plain, output_tokens_details: { thinking_tokens: 3 } }, { reasoning_tokens: 3 }],
    [
      'two reports, of which the first holds',
      { ...chat, cache_read_tokens: 5, prompt_tokens_details: { cached_tokens: 6 } },
      { cache_read_tokens: 5 },
    ],
    ['DeepSeek', { ...chat, prompt_cache_hit_tokens: 5, prompt_cache_miss_tokens: 3 }, { cache_read_tokens: 5 }],
    ['Kimi', { ...chat, cached_tokens: 5 }, { cache_read_tokens: 5 }],
    ['LiteLLM', { ...chat, prompt_tokens_details: { cache_creation_tokens: 2 } }, { cache_write_tokens: 2 }],
    [
      'a cache of an hour',
      {
        ...plain,
        cache_write_tokens: 6,
        cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 4 },
      },
      { cache_write_tokens: 6, cache_write_1h_tokens: 4 },
    ],
    ['texts of digits', { prompt_tokens: '8', completion_tokens: '4', cached_tokens: '5' }, { cache_read_tokens: 5 }],
    ['no report', chat, {}],
    [
      'a report that is no count',
      { ...chat, prompt_tokens_details: { cached_tokens: -1 }, cache_read_tokens: 1.5 },
      {},
    ],
    ['details that are no object', { ...chat, prompt_tokens_details: [5], completion_tokens_details: null }, {}],
  ])('are set where they are reported: %s', (_, value, parts) => {
    expect(readUsage(value)).toEqual(counted(8, 4, parts));
  });

  test('of Messages are beside the input, and added to it', () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 4, cache_creation_input_tokens: 1, output_tokens: 4 };
    expect(readUsage(usage)).toEqual(counted(8, 4, { cache_read_tokens: 4, cache_write_tokens: 1 }));
  });

  test("in Messages' words beside prompt_tokens are part of these already", () => {
    const usage = { prompt_tokens: 8, cache_read_input_tokens: 4, completion_tokens: 4 };
    expect(readUsage(usage)).toEqual(counted(8, 4, { cache_read_tokens: 4 }));
  });
});

test('what Bedrock keeps for an hour is a part of what it writes to its cache', () => {
  const cacheDetails = [
    { ttl: '1h', inputTokens: 4 },
    { ttl: '5m', inputTokens: 2 },
  ];
  const usage = { inputTokens: 2, outputTokens: 4, cacheWriteInputTokens: 6, cacheDetails };
  expect(bedrockUsage(usage)).toEqual(counted(8, 4, { cache_write_tokens: 6, cache_write_1h_tokens: 4 }));
});

describe('counts', () => {
  const reasoning = (total_tokens: number) => ({
    prompt_tokens: 8,
    completion_tokens: 4,
    completion_tokens_details: { reasoning_tokens: 3 },
    total_tokens,
  });

  test('have reasoning in their output where the total counts it beside it', () => {
    expect(readUsage(reasoning(15))).toEqual(counted(8, 7, { reasoning_tokens: 3 }));
    expect(readUsage(reasoning(12))).toEqual(counted(8, 4, { reasoning_tokens: 3 }));
  });

  test('have no total below their parts', () => {
    const proxied = { prompt_tokens: 3, prompt_tokens_details: { cached_tokens: 900 }, completion_tokens: 4 };
    expect(readUsage(proxied)).toEqual(counted(903, 4, { cache_read_tokens: 900 }));
    const thought = { prompt_tokens: 8, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 30 } };
    expect(readUsage(thought)).toEqual(counted(8, 31, { reasoning_tokens: 30 }));
    expect(readUsage({ prompt_tokens: 8, completion_tokens: 4, total_tokens: 5 })).toEqual(counted(8, 4));
  });

  test('have in their output what the total counts and no part names, unless it is the cache', () => {
    expect(readUsage({ prompt_tokens: 8, completion_tokens: 4, total_tokens: 20 })).toEqual(counted(8, 12));
    const cached = { prompt_tokens: 8, completion_tokens: 4, total_tokens: 17, cached_tokens: 5 };
    expect(readUsage(cached)).toMatchObject({ output_tokens: 4, total_tokens: 17 });
  });
});

describe('usage of several calls', () => {
  test('adds parts that all of them report, and does not know those that some of them report', () => {
    const one = counted(8, 4, { cache_read_tokens: 5, reasoning_tokens: 3 });
    const other = counted(2, 1, { cache_read_tokens: 1 });
    expect(addUsage(one, other)).toEqual(counted(10, 5, { cache_read_tokens: 6, reasoning_tokens: null }));
    expect(addUsage(other, one)).toEqual(addUsage(one, other));
    expect(addUsage(counted(8, 4), counted(2, 1))).toEqual(counted(10, 5));
  });

  test('names every model once', () => {
    const of = (...models: string[]) => counted(1, 1, { models });
    expect(addUsage(of('b', 'a'), of('b', 'c'))).toEqual(counted(2, 2, { models: ['a', 'b', 'c'] }));
    expect(addUsage(of('a'), counted(1, 1))).toEqual(counted(2, 2, { models: ['a'] }));
  });
});
