import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { readResult } from '#runner/agents/result/read-result.ts';
import type { ResultFields } from '#runner/agents/result/result-fields.ts';
import { expectSaid } from '#test/support/said.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';

const sent = { input: 'hi', before: [], first: true };

describe('a result', () => {
  test('is read, or refused for saying too little, as the golden file says', () => {
    return expectSaid(new URL('golden/results.txt', import.meta.url), (text) => {
      const reading = readResult(JSON.parse(text), sent, null);
      if (reading.kind === 'unreadable') return [reading.problem];
      return Object.entries(reading.account).flatMap(([key, value]) =>
        value === null ? [] : [`${key}: ${JSON.stringify(value)}`],
      );
    });
  });

  test('is refused for tool names and arguments that are out of bounds, wherever they come from', () => {
    const name = 'n'.repeat(513);
    const deep = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`;
    const wide = `{"a":[${'[],'.repeat(200_000)}[]]}`;
    const messages = (call: JsonObject) => [{ role: 'assistant', content: '', tool_calls: [{ function: call }] }];
    const problem = (fields: ResultFields) => {
      const reading = readResult(fields, sent, null);
      return reading.kind === 'unreadable' ? reading.problem : null;
    };
    const tooLong = /^tool_calls\[0\]\.name: .*at most 512 characters/;
    expect(problem({ messages: messages({ name, arguments: {} }) })).toMatch(tooLong);
    expect(problem({ output: 'x', metadata: { tools_used: [name] } })).toMatch(tooLong);
    const tooDeep = /^tool_calls, the arguments as read: nested more than 100 levels deep/;
    expect(problem({ tool_calls: [{ name: 'a', arguments: deep }] })).toMatch(tooDeep);
    expect(problem({ messages: messages({ name: 'a', arguments: deep }) })).toMatch(tooDeep);
    expect(problem({ plan: [{ tool: 'a', args: deep }] })).toMatch(/^plan, the arguments as read: nested/);
    expect(problem({ tool_calls: [{ name: 'a', arguments: wide }] })).toMatch(/as read: too many values/);
  });
});

describe('arguments', () => {
  test.each<[Json | undefined, Json]>([
    [{ a: 1 }, { a: 1 }],
    ['{"a":1}', { a: 1 }],
    [undefined, {}],
    [null, {}],
    ['', {}],
    ['[1]', { unparsed_arguments: '[1]' }],
    ['{broken', { unparsed_arguments: '{broken' }],
    [[1], { unparsed_arguments: [1] }],
  ])('%j are read as %j', (value, expected) => {
    expect(readArguments(value)).toEqual(expected);
  });
});
