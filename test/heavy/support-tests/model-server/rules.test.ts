import { expect, test } from 'vitest';
import {
  argumentsOf,
  called,
  failed,
  jsonResultOf,
  lastUser,
  resultOf,
  sinceUser,
  step,
} from '#test/support/model-server/rules.ts';
import type { ScriptMessage, ScriptRequest } from '#test/support/model-server/script.ts';

const REQUEST = request([
  message({ role: 'user', text: 'first' }),
  message({ role: 'assistant', calls: [{ id: '1', name: 'old', arguments: { a: 1 } }] }),
  message({ role: 'tool', text: 'gone', call_id: '1', tool_name: 'old' }),
  message({ role: 'assistant', text: 'done' }),
  message({ role: 'user', text: 'second' }),
  message({ role: 'assistant', calls: [2, 3].map((n) => ({ id: `${n}`, name: 'new', arguments: { n } })) }),
  message({ role: 'tool', text: '{"n":2}', call_id: '2', tool_name: 'new' }),
  message({ role: 'tool', text: 'no such order', call_id: '3', tool_name: 'new', is_error: true }),
]);

test('questions about results and calls look at the present turn only', () => {
  expect(lastUser(REQUEST)).toBe('second');
  expect(sinceUser(REQUEST)).toHaveLength(3);
  expect([called(REQUEST, 'new'), called(REQUEST, 'old')]).toEqual([2, 0]);
  expect([resultOf(REQUEST, 'new'), resultOf(REQUEST, 'old')]).toEqual(['no such order', null]);
  expect([failed(REQUEST, 'new'), failed(REQUEST, 'old')]).toEqual([true, false]);
  expect(step(REQUEST)).toBe(2);
});

test('arguments are those of the last call in the whole conversation', () => {
  expect(argumentsOf(REQUEST, 'new')).toEqual({ n: 3 });
  expect(argumentsOf(REQUEST, 'old')).toEqual({ a: 1 });
  expect(argumentsOf(REQUEST, 'never')).toBeNull();
});

test('a result is read as JSON where it is JSON', () => {
  expect(jsonResultOf(request(REQUEST.messages.slice(0, -1)), 'new')).toEqual({ n: 2 });
  expect(jsonResultOf(REQUEST, 'new')).toBeNull();
  expect(jsonResultOf(REQUEST, 'never')).toBeNull();
});

test('before the user has spoken there is nothing to find', () => {
  expect([lastUser(request([])), step(request([])), called(request([]), 'new')]).toEqual(['', 1, 0]);
});

function request(messages: readonly ScriptMessage[]): ScriptRequest {
  return {
    provider: 'openai',
    endpoint: 'openai_chat',
    model: 'gpt-x',
    system: null,
    messages,
    tools: [],
    tool_schemas: [],
    stream: false,
    temperature: null,
    seed: null,
    random: () => 0,
    headers: {},
    count: 1,
    body: {},
  };
}

function message(said: Partial<ScriptMessage> & Pick<ScriptMessage, 'role'>): ScriptMessage {
  return { text: '', calls: [], call_id: null, tool_name: null, is_error: false, ...said };
}
