import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { readResult } from '#runner/agents/result/read-result.ts';
import type { ResultFields } from '#runner/agents/result/result-fields.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';

const sent = { input: 'hi', before: [], first: true };

function read(fields: ResultFields) {
  const reading = readResult(fields, sent, null);
  if (reading.kind === 'unreadable') throw new Error(reading.problem);
  return reading.account;
}

const messages = [
  { role: 'user', content: 'hi' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: '1', function: { name: 'seen', arguments: '{}' } }],
    usage: { prompt_tokens: 5, completion_tokens: 1 },
  },
  { role: 'tool', tool_call_id: '1', content: 'r' },
  { role: 'assistant', content: 'from messages', usage: { prompt_tokens: 7, completion_tokens: 2 } },
];

describe('a result', () => {
  test('needs only its output; what it does not report is null', () => {
    expect(read({ output: 'x' })).toEqual({
      output: 'x',
      tool_calls: null,
      plan: null,
      metadata: null,
      state: null,
      retrieved: null,
      usage: null,
      steps: null,
    });
  });

  test('may be a plan alone, as a list or with its goal', () => {
    const plan = [
      { name: 'search', arguments: { q: 'a' } },
      { name: 'book', arguments: {} },
    ];
    expect(read({ plan: [{ tool: 'search', args: { q: 'a' } }, { name: 'book' }] })).toMatchObject({
      output: null,
      plan,
    });
    expect(
      read({
        plan: {
          goal: 'go',
          steps: [
            { name: 'search', arguments: { q: 'a' } },
            { tool: 'book', args: null },
          ],
        },
      }),
    ).toMatchObject({ plan });
  });

  test.each<[ResultFields, RegExp]>([
    [{}, /no "output"/],
    [{ session: 1, usage: {} }, /no "output"/],
    [{ answer: 'x', tools: [] }, /no "output".*; it has "answer", "tools": rename "answer" to "output"$/],
    [{ weather: 'fine' }, /; it has "weather"$/],
    [{ tool_calls: [{}] }, /tool_calls\[0\]\.name/],
    [{ plan: [{ tool: 'a' }, {}] }, /plan\[1\]\.tool/],
    [{ messages: [{ who: 'me' }] }, /messages\[0\] with the keys \(who\) can't be read/],
  ])('is refused when it says too little: %j', (fields, problem) => {
    expect(readResult(fields, sent, null)).toEqual({ kind: 'unreadable', problem: expect.stringMatching(problem) });
  });

  test('may give structured output, which becomes its text', () => {
    expect(read({ output: { b: 1, a: [true] } }).output).toBe('{"a":[true],"b":1}');
    expect(read({ output: null, tool_calls: [] }).output).toBeNull();
  });

  test('lists tool calls in the spellings of the field', () => {
    const { tool_calls } = read({
      output: '',
      tool_calls: [
        { name: 'a', arguments: { x: 1 }, status: 'ok', result: 'r', step: 2 },
        { tool: 'b', args: { y: 2 }, result: [] },
        { function: { name: 'c', arguments: '{"z":3}' } },
        { name: 'd', arguments: 'not json', status: 'failed' },
        { name: 'e', status: 'pending' },
      ],
    });
    expect(tool_calls).toEqual([
      { name: 'a', arguments: { x: 1 }, status: 'ok', result: 'r', step: 2 },
      { name: 'b', arguments: { y: 2 }, status: 'ok', result: [], step: null },
      { name: 'c', arguments: { z: 3 }, status: null, result: null, step: null },
      { name: 'd', arguments: { unparsed_arguments: 'not json' }, status: 'error', result: null, step: null },
      { name: 'e', arguments: {}, status: null, result: null, step: null },
    ]);
  });

  test('is believed in the order: its own words, its messages, its metadata', () => {
    const metadata = { tools_used: ['told'], input_tokens: 1, output_tokens: 1 };
    const own = { output: 'own', tool_calls: [{ name: 'own' }], usage: { input_tokens: 3, output_tokens: 3 } };
    const account = (fields: ResultFields) => {
      const { output, tool_calls, usage: used, steps } = read(fields);
      return [output, tool_calls?.map(({ name }) => name), used?.total_tokens, steps];
    };
    expect(account({ ...own, messages, metadata })).toEqual(['own', ['own'], 6, 2]);
    expect(account({ messages, metadata })).toEqual(['from messages', ['seen'], 15, 2]);
    expect(account({ output: 'own', metadata })).toEqual(['own', ['told'], 2, null]);
    expect(account({ output: 'own', steps: 4, messages })).toEqual(['own', ['seen'], 15, 4]);
  });

  test('has messages that nobody can read ignored only when it lists its tool calls itself', () => {
    const foreign = [{ who: 'me', says: 'x' }];
    expect(read({ output: 'x', tool_calls: [], messages: foreign }).tool_calls).toEqual([]);
    expect(readResult({ output: 'x', messages: foreign }, sent, null).kind).toBe('unreadable');
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

  test('that only counts its calls tells which only when there are none', () => {
    expect(read({ output: 'x', metadata: { tool_call_count: 0 } }).tool_calls).toEqual([]);
    expect(read({ output: 'x', metadata: { tool_call_count: 2 } }).tool_calls).toBeNull();
    expect(read({ output: 'x', metadata: { tools_used: 'a' } }).tool_calls).toBeNull();
  });

  test('names what it retrieved by id, alone or in objects', () => {
    expect(read({ output: '', retrieved: ['kb-1', 7, { id: 'kb-2' }, { id: 9 }] }).retrieved).toEqual([
      'kb-1',
      '7',
      'kb-2',
      '9',
    ]);
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
