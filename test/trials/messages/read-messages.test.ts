import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import type { SentMessage } from '#trials/messages/own-part.ts';
import { readMessages } from '#trials/messages/read-messages.ts';
import { ACCOUNT, CONVERSATIONS, RESPONSE_ITEMS, USAGE } from './conversations.ts';

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

describe.each(CONVERSATIONS)('$format', ({ user, turn, usage, parts }) => {
  const account = { ...ACCOUNT, usage: usage ? { ...USAGE, ...parts } : null };
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
    const said = [user('hello'), { role: 'assistant', content: 'Hello! What can I do?' }];
    expect(read([system, ...said, user('hi'), ...turn], { history })).toEqual(account);
    expect(read([...said.slice(1), user('hi'), ...turn], { history })).toEqual(account);
    expect(namesOf(read([user('hello'), ...turn, user('hi'), ...turn], { history }))).toHaveLength(
      2 * account.tool_calls.length,
    );
  });
});

describe('messages', () => {
  const call = (name: string) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: name, function: { name, arguments: '{}' } }],
  });
  const user = (content: string) => ({ role: 'user', content });

  test('of a user in the middle of a turn (an observation) part nothing', () => {
    expect(namesOf(read([user('hi'), call('a'), user('Observation: 3'), call('b')]))).toEqual(['a', 'b']);
    expect(namesOf(read([user('rewritten'), call('a'), user('Observation: 3'), call('b')]))).toEqual(['a', 'b']);
  });

  test('of a trial in which the user said the same before lose no call', () => {
    const whole = [
      user('Cancel it'),
      call('delete'),
      user('Yes'),
      call('refund'),
      user('Yes, all of it'),
      call('mail'),
    ];
    expect(namesOf(read(whole, { input: 'Yes' }))).toEqual(['delete', 'refund', 'mail']);
    expect(namesOf(read(whole, { input: '' }))).toEqual(['delete', 'refund', 'mail']);
  });

  test('of which none repeats the question of a later turn are new, but for those of the turn before', () => {
    const rewritten = [user('x'), call('old'), user('rewritten'), call('new')];
    expect(namesOf(read(rewritten, { before: ['x'] }))).toEqual(['old', 'new']);
    expect(namesOf(read(rewritten, { before: ['x'], previous: [user('x'), call('old')] }))).toEqual(['new']);
  });

  test('that keep only the end of a long conversation are cut at its last known message', () => {
    const previous = [user('x'), call('a'), user('y'), call('b')];
    const sent = { before: ['x', 'y'], input: 'z', previous };
    expect(namesOf(read([user('y'), call('b'), user('z'), call('c')], sent))).toEqual(['c']);
    expect(namesOf(read([user('y'), call('other'), user('z'), call('c')], sent))).toEqual(['other', 'c']);
  });

  test('that answer the same question again as before are new, observations of the user beside', () => {
    const answer = [user('hi'), call('a'), { role: 'assistant', content: 'ok' }];
    const again = [...answer, user('Observation: 3'), call('b')];
    expect(namesOf(read(again, { before: ['hi'], previous: answer }))).toEqual(['a', 'b']);
    expect(namesOf(read([...answer, user('hi'), ...again.slice(1)], { before: ['hi'], previous: answer }))).toEqual([
      'a',
      'b',
    ]);
  });

  test('that grow without repeating the user are cut where the turn before ended', () => {
    const previous = [call('a'), { role: 'assistant', content: 'one' }];
    expect(namesOf(read([...previous, call('b')], { before: ['x'], previous }))).toEqual(['b']);
  });

  test('of which one lacks its usage have none: a part is not the whole', () => {
    const counted = { role: 'assistant', content: 'x', usage: { prompt_tokens: 1, completion_tokens: 1 } };
    expect(read([counted, counted])).toMatchObject({ usage: { total_tokens: 4 } });
    expect(read([counted, { role: 'assistant', content: 'y' }])).toMatchObject({ usage: null });
  });

  test('in the Responses format may be items without their bodies', () => {
    expect(read([user('hi'), ...RESPONSE_ITEMS])).toMatchObject({
      tool_calls: ACCOUNT.tool_calls.map(({ name, status }) => ({ name, status })),
      output: 'All done',
      steps: 2,
      usage: null,
    });
  });

  test('in the Responses format count the tools that the provider runs', () => {
    const items = [
      { type: 'web_search_call', id: 'w', status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'mcp_call', id: 'm', name: 'lookup', arguments: '{"a":1}', output: 'found' },
      { type: 'mcp_call', id: 'n', name: 'lookup', arguments: '{}', error: 'gone' },
      { type: 'file_search_call', id: 'f', status: 'completed', queries: ['q'], results: [{ text: 'row' }] },
      {
        type: 'code_interpreter_call',
        id: 'c',
        status: 'completed',
        code: '1',
        outputs: [{ type: 'logs', logs: '1' }],
      },
      { type: 'mcp_list_tools', id: 'l', server_label: 's', tools: [] },
    ];
    expect(read(items)).toMatchObject({
      tool_calls: [
        { name: 'web_search', arguments: { type: 'search', query: 'q' }, status: 'ok', step: 1 },
        { name: 'lookup', arguments: { a: 1 }, status: 'ok', result: 'found' },
        { name: 'lookup', status: 'error', result: 'gone' },
        { name: 'file_search', arguments: { queries: ['q'] }, status: 'ok', result: 'row' },
        { name: 'code_interpreter', arguments: { code: '1' }, status: 'ok', result: [{ type: 'logs', logs: '1' }] },
      ],
    });
  });

  test('in the Responses format take the result of a shell or a patch from its own item, not from the status of the call', () => {
    const items = [
      { type: 'local_shell_call', id: 'l', call_id: 'a', status: 'completed', action: { command: ['ls'] } },
      {
        type: 'apply_patch_call',
        id: 'p',
        call_id: 'b',
        status: 'completed',
        operation: { type: 'delete_file', path: 'x' },
      },
      { type: 'local_shell_call_output', call_id: 'a', output: 'README.md' },
      { type: 'apply_patch_call_output', call_id: 'b', status: 'failed', output: 'no such file' },
    ];
    expect(read(items)).toMatchObject({
      tool_calls: [
        { name: 'local_shell', arguments: { command: ['ls'] }, status: 'ok', result: 'README.md' },
        { name: 'apply_patch', arguments: { type: 'delete_file', path: 'x' }, status: 'error', result: 'no such file' },
      ],
    });
  });

  test('of Anthropic in pieces with one id are one model call, its usage counted once', () => {
    const piece = (block: JsonObject) => ({
      role: 'assistant',
      id: 'msg',
      content: [block],
      usage: { input_tokens: 5, output_tokens: 2 },
    });
    const pieces = [
      piece({ type: 'thinking', thinking: 'hm' }),
      piece({ type: 'tool_use', id: '1', name: 'a', input: {} }),
    ];
    expect(read(pieces)).toMatchObject({ steps: 1, usage: { total_tokens: 7 }, tool_calls: [{ name: 'a', step: 1 }] });
  });

  test('of Anthropic that a converter gave tool_calls keep them beside the thinking that it left', () => {
    const converted = {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'Let me look.' },
      ],
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'a', arguments: '{"x":1}' } }],
    };
    const result = { role: 'tool', tool_call_id: 'c1', name: 'a', content: 'r' };
    expect(read([user('hi'), converted, result])).toMatchObject({
      tool_calls: [{ name: 'a', arguments: { x: 1 }, status: 'ok', result: 'r', step: 1 }],
      output: 'Let me look.',
    });
  });

  test('of Anthropic tell the failure of a tool that the provider ran', () => {
    const result = (content: JsonObject | JsonObject[]) => ({
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
        { type: 'web_search_tool_result', tool_use_id: 's1', content },
      ],
    });
    const failed = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
    expect(read([result(failed)])).toMatchObject({ tool_calls: [{ name: 'web_search', status: 'error' }] });
    expect(read([result([])])).toMatchObject({ tool_calls: [{ name: 'web_search', status: 'ok' }] });
  });

  test('of several formats in one conversation are each read as what they are', () => {
    const local = { role: 'assistant', content: '', tool_calls: [{ function: { name: 'a', arguments: { x: 1 } } }] };
    const hosted = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'b', input: {} }] };
    expect(namesOf(read([user('hi'), local, hosted, call('c')]))).toEqual(['a', 'b', 'c']);
    expect(namesOf(read([user('hi'), hosted, call('c'), local]))).toEqual(['b', 'c', 'a']);
  });

  test('of LangChain keep calls whose arguments could not be parsed, and those of old versions', () => {
    const broken = {
      type: 'ai',
      content: '',
      tool_calls: [],
      invalid_tool_calls: [{ name: 'a', args: '{broken', id: '1' }],
    };
    const old = {
      type: 'ai',
      content: '',
      additional_kwargs: { tool_calls: [{ id: '2', function: { name: 'b', arguments: '{"x":1}' } }] },
    };
    expect(read([broken, old])).toMatchObject({
      tool_calls: [
        { name: 'a', arguments: { unparsed_arguments: '{broken' } },
        { name: 'b', arguments: { x: 1 } },
      ],
    });
  });

  test('of old chat with function_call are read', () => {
    const messages = [
      { role: 'assistant', content: null, function_call: { name: 'a', arguments: '{"x":1}' } },
      { role: 'function', name: 'a', content: 'r' },
    ];
    expect(read(messages)).toMatchObject({
      tool_calls: [{ name: 'a', arguments: { x: 1 }, status: 'ok', result: 'r' }],
    });
  });

  test.each<[readonly JsonObject[], RegExp]>([
    [
      [
        { role: 'user', content: 'hi' },
        { speaker: 'bot', text: 'x' },
      ],
      /^messages\[1\] with the keys \(speaker, text\) can't be read as OpenAI chat\. Known formats: LangChain, OpenAI Responses, Gemini, Bedrock Converse, Anthropic, Ollama, OpenAI chat\. Return one of them, or give tool_calls yourself\.$/,
    ],
    [[{ role: 'model', parts: [] }], /^messages\[0\]/],
    [[{ ['k'.repeat(300)]: '' }], /^messages\[0\] with the keys \(k{200}…\)/],
    [
      [{ type: 'ai', content: '', tool_calls: [{ args: {} }] }],
      /^messages\[0\] requests a tool without a name \(read as LangChain\)/,
    ],
  ])('that cannot be read are named: %j', (messages, problem) => {
    expect(read(messages)).toMatch(problem);
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
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), text, (messages, input) => {
      const made = messages.flatMap((one) =>
        'tool_calls' in one ? one.tool_calls.map((call) => call.function.name) : [],
      );
      expect(namesOf(read(messages, { input }))).toEqual(made);
    }),
  );
});
