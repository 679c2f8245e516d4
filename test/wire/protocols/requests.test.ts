import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { expectSaid } from '#test/support/said.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';
import { endpointNamed } from './read-named.ts';

const read = (endpoint: Endpoint, body: JsonObject) => formatOf(endpoint).readRequest(body, null);
describe('a request', () => {
  test('hands back what tools gave', () => {
    return expectSaid(new URL('golden/handed-back.txt', import.meta.url), (text) => {
      const [, endpoint = '', body = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
      return read(endpointNamed(endpoint), JSON.parse(body)).results.map(({ call_id, name, status, result, ...more }) =>
        JSON.stringify({ call_id, name, status, result, ...more }),
      );
    });
  });

  test('streams when it says so; Ollama unless it says no', () => {
    expect(read('openai_chat', { model: 'm' })).toMatchObject({ model: 'm', stream: false });
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
