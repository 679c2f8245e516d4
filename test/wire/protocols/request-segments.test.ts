import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { createSegmenter } from '#wire/protocols/request-segments.ts';

const parts = (body: JsonObject) => createSegmenter()(body).map(({ kind, label, text }) => [kind, label, text]);
const hashes = (body: JsonObject) => createSegmenter()(body).map(({ hash }) => hash);
const SETTINGS = '{\n  "model": "m",\n  "temperature": 0\n}';

describe('what a model is shown', () => {
  test('by Chat Completions', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"id":1}' } };
    const body = {
      model: 'm',
      temperature: 0,
      tools: [{ type: 'function', function: { name: 'look', parameters: {} } }],
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: 'a cat' },
      ],
    };
    expect(parts(body)).toEqual([
      ['settings', '', SETTINGS],
      ['tool', 'look', expect.stringContaining('"parameters": {}')],
      ['system', 'system', 'Be kind.'],
      ['message', 'user', 'Hello'],
      ['message', 'assistant', expect.stringContaining('"arguments": "{\\"id\\":1}"')],
      ['message', 'tool', 'a cat'],
    ]);
  });

  test('by Responses', () => {
    const body = {
      model: 'm',
      temperature: 0,
      instructions: 'Be kind.',
      tools: [{ type: 'function', name: 'look', parameters: {} }],
      input: [
        { role: 'user', content: 'Hello' },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'a cat' },
      ],
    };
    expect(parts(body)).toEqual([
      ['settings', '', SETTINGS],
      ['system', '', 'Be kind.'],
      ['tool', 'look', expect.stringContaining('"name": "look"')],
      ['message', 'user', 'Hello'],
      ['message', 'function_call', expect.stringContaining('"arguments": "{}"')],
      ['message', 'function_call_output', expect.stringContaining('"output": "a cat"')],
    ]);
    expect(parts({ model: 'm', input: 'Hello' }).at(-1)).toEqual(['message', 'user', 'Hello']);
  });

  test('by Messages, whatever is marked for the cache', () => {
    const cache_control = { type: 'ephemeral' };
    const body = (mark: JsonObject) => ({
      model: 'm',
      temperature: 0,
      system: [{ type: 'text', text: 'Be kind.', ...mark }],
      tools: [{ name: 'look', input_schema: {}, ...mark }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hello', ...mark }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: { id: 7 } }] },
      ],
    });
    expect(parts(body({ cache_control }))).toEqual([
      ['settings', '', SETTINGS],
      ['system', '', 'Be kind.'],
      ['tool', 'look', expect.stringContaining('"input_schema": {}')],
      ['message', 'user', 'Hello'],
      ['message', 'assistant', expect.stringContaining('"id": 7')],
    ]);
    expect(hashes(body({ cache_control }))).toEqual(hashes(body({})));
  });
});

test('ids that are drawn at random and seeds are no difference; an argument, a result and a setting are', () => {
  const body = (facts: { id?: string; seed?: number; to?: string; result?: string; temperature?: number }) => ({
    model: 'm',
    seed: facts.seed ?? 1,
    temperature: facts.temperature ?? 0,
    messages: [
      { role: 'assistant', tool_calls: [{ id: facts.id ?? 'a', function: { name: 'go', arguments: facts.to ?? '' } }] },
      { role: 'tool', tool_call_id: facts.id ?? 'a', content: facts.result ?? 'done' },
    ],
  });
  expect(hashes(body({ id: 'b', seed: 2 }))).toEqual(hashes(body({})));
  expect(hashes(body({ to: 'there' }))[1]).not.toEqual(hashes(body({}))[1]);
  expect(hashes(body({ result: 'failed' }))[2]).not.toEqual(hashes(body({}))[2]);
  expect(hashes(body({ temperature: 1 }))[0]).not.toEqual(hashes(body({}))[0]);
});

test('a conversation that grows is in memory once, however many requests repeat it', () => {
  const segments = createSegmenter();
  const first = segments({ messages: [{ role: 'user', content: 'one' }] });
  const second = segments({
    messages: [
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ],
  });
  expect(second[1]).toBe(first[1]);
  expect(second).toHaveLength(3);
});

test('no body, however odd, is an error', () => {
  const body = fc.dictionary(
    fc.constantFrom('model', 'system', 'messages', 'input', 'tools', 'instructions', 'functions', 'x'),
    fc.jsonValue({ maxDepth: 4 }),
  );
  always(
    fc.property(body, (request) => {
      for (const { hash, text, label } of createSegmenter()(JSON.parse(JSON.stringify(request)))) {
        expect(hash).toMatch(/^[0-9a-f]{32}$/);
        expect(`${typeof text} ${typeof label}`).toBe('string string');
      }
    }),
    { numRuns: tries(300) },
  );
  const deep = JSON.parse(`{"messages":[${'['.repeat(5000)}${']'.repeat(5000)}]}`);
  expect(createSegmenter()(deep)).toHaveLength(2);
});
