import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import type { HandedBack } from '#wire/protocols/format/wire-format.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';

const read = (endpoint: Endpoint, body: JsonObject) => formatOf(endpoint).readRequest(body, null);
const ok = (call_id: string | null, name: string | null, result: string): HandedBack => ({
  call_id,
  name,
  status: 'ok',
  result,
});

describe('a request', () => {
  test.each<[Endpoint, JsonObject, readonly HandedBack[]]>([
    [
      'openai_chat',
      {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: null, tool_calls: [{ id: 'a', function: { name: 'look', arguments: '{}' } }] },
          { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'found' }] },
          { role: 'tool', tool_call_id: 'gone', content: 'orphan' },
        ],
      },
      [ok('a', 'look', 'found'), ok('gone', null, 'orphan')],
    ],
    [
      'openai_responses',
      { previous_response_id: 'r', input: [{ type: 'function_call_output', call_id: 'a', output: 'found' }] },
      [ok('a', null, 'found')],
    ],
    ['openai_responses', { input: 'hi' }, []],
    [
      'gemini_interactions',
      {
        messages: [
          { type: 'function_result', call_id: 'a', name: 'look', result: 'found' },
          { type: 'function_result', call_id: 'b', result: [{ type: 'text', text: 'lost' }], is_error: true },
          { type: 'google_search_result', call_id: 'c', result: 'a mug' },
        ],
      },
      [ok('a', 'look', 'found'), { ...ok('b', null, 'lost'), status: 'error' }, ok('c', 'google_search', 'a mug')],
    ],
    [
      'anthropic_messages',
      {
        system: 'be kind',
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'tool_use', id: 'a', name: 'look', input: {} },
              { type: 'tool_use', id: 'b', name: 'refund', input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'b', content: 'denied', is_error: true },
              { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'found' }] },
            ],
          },
        ],
      },
      [{ call_id: 'b', name: 'refund', status: 'error', result: 'denied' }, ok('a', 'look', 'found')],
    ],
    [
      'ollama_chat',
      {
        messages: [
          {
            role: 'assistant',
            content: '',
            tool_calls: [
              { function: { name: 'look', arguments: { n: 1 } } },
              { function: { name: 'refund', arguments: { n: 2 } } },
            ],
          },
          { role: 'tool', tool_name: 'refund', content: 'done' },
          { role: 'tool', content: 'found' },
        ],
      },
      [
        { ...ok(null, 'refund', 'done'), arguments: { n: 2 } },
        { ...ok(null, 'look', 'found'), arguments: { n: 1 } },
      ],
    ],
    ['openai_embeddings', { input: ['a', 'b'] }, []],
  ])('of %s hands back what tools gave', (endpoint, body, results) => {
    const request = read(endpoint, { model: 'm', ...body });
    expect(request.model).toBe('m');
    expect(request.results).toEqual(results);
  });

  test('streams when it says so; Ollama unless it says no', () => {
    expect(read('openai_chat', {}).stream).toBe(false);
    expect(read('openai_chat', { stream: true }).stream).toBe(true);
    expect(read('ollama_chat', {}).stream).toBe(true);
    expect(read('ollama_chat', { stream: false }).stream).toBe(false);
  });

  test('that is sent again is known by its body, whatever the order of its keys', () => {
    const { body_hash } = read('openai_chat', { model: 'm', messages: [] });
    expect(body_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(read('openai_chat', { messages: [], model: 'm' }).body_hash).toBe(body_hash);
    expect(read('openai_chat', { messages: [], model: 'n' }).body_hash).not.toBe(body_hash);
  });

  test("carries the client's own count of retries", () => {
    expect(formatOf('openai_chat').readRequest({}, 2).retry_count).toBe(2);
    expect(read('openai_chat', {}).retry_count).toBeNull();
  });
});
