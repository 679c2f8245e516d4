import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildTurnLine, encodeLine, parseAgentLine } from '#runner/agents/turn/protocol.ts';
import { always } from '#test/support/always.ts';
import { planOf } from './support.ts';

const parse = (value: unknown, pending: readonly string[] = ['a#1.1']) =>
  parseAgentLine(typeof value === 'string' ? value : JSON.stringify(value), (id) => pending.includes(id));

describe('the turn line', () => {
  test('carries all that protocol 1 promises', () => {
    const plan = planOf(['first', 'second'], { id: 'refund', index: 2, context: { order: 7 } });
    const messages = [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'answer' },
    ] as const;
    expect(buildTurnLine(plan, 2, { messages, session: { at: 1 }, deadline_ms: 500 })).toEqual({
      protocol: 1,
      type: 'turn',
      id: 'refund#2.2',
      case_id: 'refund',
      trial: 2,
      turn: 2,
      last_turn: true,
      seed: 7,
      input: 'second',
      messages: [...messages, { role: 'user', content: 'second' }],
      context: { order: 7 },
      session: { at: 1 },
      deadline_ms: 500,
      base_urls: {},
    });
  });

  test('tells whether more turns follow', () => {
    const state = { messages: [], session: null, deadline_ms: 1 };
    expect([1, 2].map((turn) => buildTurnLine(planOf(['a', 'b']), turn, state).last_turn)).toEqual([false, true]);
  });

  test('says what the user says now and where its models are, when that is not what the case has written', () => {
    const state = {
      messages: [],
      session: null,
      deadline_ms: 1,
      user_turn: { input: 'c', last_turn: false },
      base_urls: { openai: 'http://x' },
    };
    const line = buildTurnLine(planOf(['a', 'b']), 3, state);
    expect(line).toMatchObject({
      input: 'c',
      last_turn: false,
      base_urls: { openai: 'http://x' },
      messages: [{ content: 'c' }],
    });
  });
});

describe('a line to the agent', () => {
  test('is one line for every reader of lines, and says the same', () => {
    always(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u0085', '\u2028', '\u2029', '\u{1F600}', '\uD800') }),
        (input) => {
          const line = buildTurnLine(planOf(input), 1, { messages: [], session: input, deadline_ms: 1 });
          const text = encodeLine(line);
          expect(text.split(/[\n\r\v\f\u0085\u2028\u2029]/)).toEqual([expect.any(String), '']);
          expect(JSON.parse(text)).toEqual(line);
        },
      ),
    );
  });
});

describe('a line of the agent', () => {
  test.each([
    ['no JSON', 'Loading model…', false],
    ['broken JSON', '{"id":"a#1.1"', false],
    ['JSON that is no object', '[1,2]', false],
    ['an object without id', { output: 'x' }, true],
    ['an object whose id is not pending', { id: 'b#1.1', output: 'x' }, true],
    ['an object whose id is no text', { id: 1, output: 'x' }, true],
  ])('is log when it is %s', (_, line, json) => {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    expect(parse(line)).toEqual({ kind: 'log', id: null, text, json });
  });

  test('is a result when it says nothing else', () => {
    expect(parse({ id: 'a#1.1', output: 'x', surprise: 1 })).toMatchObject({
      kind: 'result',
      id: 'a#1.1',
      fields: { output: 'x' },
    });
    expect(parse({ type: 'result', id: 'a#1.1', output: 'x' })).toMatchObject({ kind: 'result' });
  });

  test('may announce what a worker can do', () => {
    expect(parse({ type: 'ready' })).toEqual({ kind: 'ready', concurrency: 1, accepts: new Set() });
    const announced = parse({ type: 'ready', protocol: 1, concurrency: 4, accepts: ['cancel', 'dance'] });
    expect(announced).toEqual({ kind: 'ready', concurrency: 4, accepts: new Set(['cancel', 'dance']) });
  });

  test.each([
    [{ type: 'ready', protocol: 2 }, /speaks protocol 2, expected 1/],
    [{ type: 'ready', concurrency: 0 }, /concurrency/],
  ])('that announces the impossible is invalid for the whole process: %j', (line, problem) => {
    expect(parse(line)).toEqual({ kind: 'invalid', id: null, problem: expect.stringMatching(problem) });
  });

  test('may be an error of the agent, or by its own word of its surroundings', () => {
    expect(parse({ type: 'error', id: 'a#1.1', message: 'm' })).toEqual({
      kind: 'error',
      id: 'a#1.1',
      fault: 'agent',
      message: 'm',
    });
    expect(parse({ type: 'error', id: 'a#1.1', kind: 'infra' })).toEqual({
      kind: 'error',
      id: 'a#1.1',
      fault: 'infra',
      message: 'it gave no message',
    });
    expect(parse({ type: 'error', id: 'a#1.1', kind: 'mine' })).toMatchObject({ kind: 'invalid', id: 'a#1.1' });
  });

  test('may belong to the log of one turn', () => {
    expect(parse({ type: 'log', id: 'a#1.1', message: 'm' })).toEqual({
      kind: 'log',
      id: 'a#1.1',
      text: 'm',
      json: false,
    });
  });

  test.each([
    [{ usage: 7 }, /^usage: /],
    [{ tool_calls: [{ name: 'a' }, { name: '' }] }, /^tool_calls\[1\]\.name: /],
    [{ tool_calls: [{ name: 'a', status: 'maybe' }] }, /^tool_calls\[0\]\.status: /],
    [{ retrieved: [{}] }, /^retrieved\[0\]/],
    [{ plan: 'do it' }, /^plan: /],
    [{ messages: ['hello'] }, /^messages\[0\]: expected an object/],
    [{ usage: { input_tokens: 10.5 } }, /^usage\.input_tokens: expected a whole number of tokens/],
    [{ usage: { cost_usd: 1e16 } }, /^usage\.cost_usd: expected US dollars, a number from 0 to 1e15/],
    [{ type: 'answer' }, /type "answer" is unknown; expected result, error or log/],
  ])('that answers wrongly says where: %j', (fields, problem) => {
    expect(parse({ id: 'a#1.1', output: 'x', ...fields })).toEqual({
      kind: 'invalid',
      id: 'a#1.1',
      problem: expect.stringMatching(problem),
    });
  });

  test.each<[string, object, RegExp]>([
    ['a tool name', { tool_calls: [{ name: 'n'.repeat(513) }] }, /^tool_calls\[0\]\.name: .*at most 512 characters/],
    ['a function name', { tool_calls: [{ function: { name: 'n'.repeat(513) } }] }, /\.function\.name: .*at most 512/],
    ['depth', { state: JSON.parse('['.repeat(101) + ']'.repeat(101)) }, /^nested more than 100 levels deep/],
    ['width', { state: Array.from({ length: 200_000 }, () => []) }, /^too many values: expected at most 200000/],
  ])('that is out of bounds in %s is invalid', (_, fields, problem) => {
    const line = parse({ id: 'a#1.1', output: 'x', ...fields });
    expect(line).toEqual({ kind: 'invalid', id: 'a#1.1', problem: expect.stringMatching(problem) });
  });

  test('may use what the bounds allow', () => {
    const usage = { input_tokens: 0, output_tokens: 2 ** 53 - 1, total_tokens: null, cost_usd: 1e15 };
    const state = JSON.parse('['.repeat(99) + ']'.repeat(99));
    const retrieved = [...Array(9_000).keys()];
    const line = { id: 'a#1.1', usage, state, retrieved, tool_calls: [{ name: 'n'.repeat(512) }] };
    expect(parse(line)).toMatchObject({ kind: 'result', fields: { usage } });
  });

  test('is never thrown about, whatever it holds', () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          id: fc.constant('a#1.1'),
          type: fc.string(),
          output: fc.jsonValue(),
          tool_calls: fc.jsonValue(),
          plan: fc.jsonValue(),
          ['__proto__']: fc.jsonValue(),
        })
        .map((value) => JSON.stringify(value)),
    );
    always(fc.property(line, (text) => ['ready', 'log', 'result', 'error', 'invalid'].includes(parse(text).kind)));
  });
});
