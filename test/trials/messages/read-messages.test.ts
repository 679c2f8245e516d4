import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';
import type { SentMessage } from '#trials/messages/own-part.ts';
import { readMessages } from '#trials/messages/read-messages.ts';
import { ACCOUNT, CONVERSATIONS, USAGE } from './conversations.ts';

interface Sent {
  readonly input?: string;
  /** Inputs of earlier turns. */
  readonly before?: readonly string[];
  readonly history?: readonly SentMessage[];
  readonly previous?: readonly JsonObject[] | null;
}

function read(
  messages: readonly JsonObject[],
  { input = 'hi', before = [], history = [], previous = null }: Sent = {},
) {
  const sent = [...history, ...before.map((content) => ({ role: 'user', content }))];
  const reading = readMessages(messages, { input, before: sent, first: before.length === 0 }, previous);
  return reading.kind === 'read' ? reading.account : reading.problem;
}

const namesOf = (account: ReturnType<typeof read>) =>
  typeof account === 'string' ? account : account.tool_calls.map(({ name }) => name);

describe.each(CONVERSATIONS)('$format', ({ user, turn, usage }) => {
  const account = { ...ACCOUNT, usage: usage && { ...USAGE, ...usage } };
  const system = { role: 'system', content: 'be kind' };

  test('give tool calls with steps, results by id or name, usage, answer and model calls', () => {
    expect(read([user('hi'), ...turn])).toEqual(account);
  });

  test('count only what is new, whether the whole conversation is returned or the answer alone', () => {
    expect(read(turn)).toEqual(account);
    expect(read([system, user('hi'), ...turn])).toEqual(account);
    const whole = [system, user('hi'), ...turn, user('and now?'), ...turn];
    const later = { input: 'and now?', before: ['hi'] };
    expect(read(whole, { ...later, previous: [system, user('hi'), ...turn] })).toEqual(account);
    expect(read(whole, later)).toEqual(account);
    expect(read([user('and now?'), ...turn], { ...later, previous: [user('hi'), ...turn] })).toEqual(account);
    expect(read(turn, { ...later, previous: turn })).toEqual(account);
  });

  test('count no call of a history, even when the user says the same again', () => {
    const again = { before: ['hi', 'hi'], input: 'hi' };
    expect(read([user('hi'), ...turn, user('hi'), ...turn, user('hi'), ...turn], again)).toEqual(account);
    expect(read([user('hi'), ...turn], { ...again, previous: [user('hi'), ...turn] })).toEqual(account);
  });

  test('find what is new after a question that the agent wrapped in a prompt', () => {
    const [first, wrapped] = [user('Question: hi'), user('Context: none.\nQuestion: and now?')];
    const previous = [first, ...turn];
    expect(read([...previous, wrapped, ...turn], { before: ['hi'], input: 'and now?', previous })).toEqual(account);
  });

  test('leave out the history of the case, and nothing else that looks like it', () => {
    const history = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello! What can I do?' },
    ];
    const earlier = [user('hello'), { role: 'assistant', content: 'Hello! What can I do?' }];
    expect(read([system, ...earlier, user('hi'), ...turn], { history })).toEqual(account);
    expect(read([...earlier.slice(1), user('hi'), ...turn], { history })).toEqual(account);
    expect(namesOf(read([user('hello'), ...turn, user('hi'), ...turn], { history }))).toHaveLength(
      2 * account.tool_calls.length,
    );
  });
});

test('messages are read as the golden file says', () => {
  return expectSaid(new URL('golden/messages.txt', import.meta.url), (text) => {
    const [first = '', ...others] = text.split('\n');
    const sent = first.startsWith('sent ') ? first.slice('sent '.length) : null;
    const messages = (sent === null ? [first, ...others] : others).map((line): JsonObject => JSON.parse(line));
    const account = read(messages, JSON.parse(sent ?? '{}'));
    if (typeof account === 'string') return [account];
    const { tool_calls, ...more } = account;
    return [...tool_calls.map((call) => JSON.stringify(call)), JSON.stringify(more)];
  });
});

test('a first turn without a history has every call of its messages, whatever its input', () => {
  const text = fc.constantFrom('Yes', 'No', '', 'Yes, please', 'hi');
  const message = fc.oneof(
    text.map((content) => ({ role: 'user', content })),
    text.map((content) => ({ role: 'assistant', content })),
    fc.constantFrom('delete', 'look').map((name) => ({
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name, arguments: '{}' } }],
    })),
  );
  always(
    fc.property(fc.array(message, { maxLength: 12 }), text, (messages, input) => {
      const made = messages.flatMap((message) =>
        'tool_calls' in message ? message.tool_calls.map((call) => call.function.name) : [],
      );
      expect(namesOf(read(messages, { input }))).toEqual(made);
    }),
  );
});
