import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';
import { tries } from '#test/support/tries.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';
import { endpointNamed, eventOf } from './read-named.ts';
import { anyPieces, inOnePiece, streamed, TOLD } from './told-answers.ts';

const data = (value: Json) => ({ event: null, data: JSON.stringify(value) });

describe.each(TOLD)('%s', (_, { endpoint, whole, events, answer }) => {
  test('tell text, calls, model and usage in one piece', () => {
    expect(formatOf(endpoint).readAnswer(whole)).toEqual(answer);
    expect(formatOf(endpoint).readUsage(whole)).toEqual(answer.usage);
  });

  test('tell the same in a stream, however it is cut', () => {
    always(
      fc.property(anyPieces, (pieces) => {
        const reader = streamed(endpoint, events(pieces));
        expect(reader.answer()).toEqual(answer);
        expect(reader.usage()).toEqual(answer.usage);
        expect([reader.error(), reader.isBroken()]).toEqual([null, false]);
      }),
      { numRuns: tries(40) },
    );
  });

  test('have the id that the provider gives, whole and streamed, and none where it is empty', () => {
    const name = 'responseId' in whole ? 'responseId' : 'id';
    expect(answer.id).toBe(whole[name] ?? null);
    expect(formatOf(endpoint).readAnswer({ ...whole, [name]: '' })?.id).toBeNull();
    const emptied = events(inOnePiece).map(({ event, data: text }) => ({
      event,
      data: text.replaceAll(`"${name}":"${answer.id}"`, `"${name}":""`),
    }));
    expect(streamed(endpoint, emptied).answer()).toEqual({ ...answer, id: null });
  });

  test('are no answer when the stream breaks off before its end', () => {
    const all = events(inOnePiece);
    const ends = all.findIndex((__, at) => streamed(endpoint, all.slice(0, at + 1)).answer() !== null);
    expect(ends).toBeGreaterThan(all.length - 4);
    for (let length = 0; length < ends; length += 1) {
      expect(streamed(endpoint, all.slice(0, length)).answer()).toBeNull();
    }
  });

  test('may request tools as soon as a client can know of a call, whether their stream ends or not', () => {
    const all = events(inOnePiece);
    const may = all.map((__, at) => streamed(endpoint, all.slice(0, at + 1)).mayRequestTools());
    const begun = may.indexOf(true);
    expect(begun).toBeGreaterThan(0);
    expect(may.slice(begun)).not.toContain(false);
    const error = data({ error: { message: 'The server had an error', type: 'server_error', code: null } });
    expect(streamed(endpoint, [...all.slice(0, begun + 1), error]).mayRequestTools()).toBe(true);
    expect(streamed(endpoint, [error]).mayRequestTools()).toBe(false);
    expect(streamed(endpoint, [{ event: null, data: JSON.stringify(whole) }]).mayRequestTools()).toBe(true);
    expect(streamed(endpoint, [{ event: null, data: '{"cut' }]).mayRequestTools()).toBe(true);
  });

  test('are over at the last event of the stream, and not before', () => {
    const all = events(inOnePiece);
    const over = all.map((__, at) => streamed(endpoint, all.slice(0, at + 1)).ended());
    expect(over).toEqual(all.map((__, at) => at === all.length - 1));
  });

  test('are no answer when an event is no JSON', () => {
    const reader = streamed(endpoint, [{ event: null, data: '{"cut' }, ...events(inOnePiece)]);
    expect([reader.answer(), reader.isBroken()]).toEqual([null, true]);
  });

  test('are no answer when the stream tells an error, and keep what it cost so far', () => {
    const error = data({ error: { message: 'The server had an error', type: 'server_error', code: null } });
    const reader = streamed(endpoint, [...events(inOnePiece), error]);
    expect(reader.answer()).toBeNull();
    expect(reader.error()).toEqual({ type: 'server_error', code: null, message: 'The server had an error' });
    expect(reader.usage()).toEqual(answer.usage);
  });
});

test('an error in a stream is recognised', () => {
  return expectSaid(new URL('golden/stream-errors.txt', import.meta.url), (text) => {
    const [endpoint = '', ...lines] = text.split('\n');
    const error = streamed(endpointNamed(endpoint), lines.map(eventOf)).error();
    return [error === null ? 'none' : `${error.type}: ${error.message}`];
  });
});

describe('Chat Completions of compatible servers', () => {
  const format = formatOf('openai_chat');
  const chunk = (delta: JsonObject, more: JsonObject = {}) =>
    data({ model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...more }] });
  const piece = (fields: JsonObject) => chunk({ tool_calls: [fields] });
  const done = { event: null, data: '[DONE]' };
  const callsOf = (...pieces: readonly JsonObject[]) =>
    streamed('openai_chat', [...pieces.map(piece), done]).answer()?.calls;

  test('may begin with a chunk about filters that has no id yet, and give each chunk another one: the first holds', () => {
    const filters = data({ id: '', model: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] });
    const chunkOf = (id: string) => data({ id, model: 'm', choices: [{ index: 0, delta: { content: 'x' } }] });
    expect(streamed('openai_chat', [filters, chunkOf('one'), chunkOf('two'), done]).answer()?.id).toBe('one');
  });

  test('may leave out ids, repeat id and name in every piece, and give arguments as an object', () => {
    expect(callsOf({ index: 0, function: { name: 'x', arguments: { n: 1 } } })).toEqual([
      { id: null, name: 'x', arguments: { n: 1 } },
    ]);
    const repeated = (part: string) => ({ index: 0, id: 'a', function: { name: 'x', arguments: part } });
    expect(callsOf(repeated('{"n"'), repeated(':1}'))).toEqual([{ id: 'a', name: 'x', arguments: { n: 1 } }]);
  });

  test('may mix the calls of one answer', () => {
    const calls = callsOf(
      { index: 1, id: 'b', function: { name: 'y', arguments: '' } },
      { index: 0, id: 'a', function: { name: 'x', arguments: '{' } },
      { index: 1, function: { arguments: '{"n":2}' } },
      { index: 0, function: { arguments: '}' } },
    );
    expect(calls?.map(({ name, arguments: args }) => [name, args])).toEqual([
      ['x', {}],
      ['y', { n: 2 }],
    ]);
  });

  test('may count in every chunk: the last count holds', () => {
    const counted = (completion_tokens: number, finish_reason: string | null) =>
      data({ choices: [{ index: 0, delta: {}, finish_reason }], usage: { prompt_tokens: 3, completion_tokens } });
    expect(streamed('openai_chat', [counted(1, null), counted(2, 'stop')]).usage()).toMatchObject({ total_tokens: 5 });
  });

  test.each<[string, readonly JsonObject[]]>([
    ['Groq', [{ choices: [], x_groq: { usage: { prompt_tokens: 3, completion_tokens: 2 } } }]],
    ['Kimi', [{ choices: [{ index: 0, delta: {}, usage: { prompt_tokens: 3, completion_tokens: 2 } }] }]],
    [
      'a server that closes with zeros',
      [
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
        { choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } },
      ],
    ],
  ])('has its counts where %s puts them', (_, chunks) => {
    const end = data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    expect(streamed('openai_chat', [end, ...chunks.map(data)]).usage()).toMatchObject({ total_tokens: 5 });
  });

  test('may end without usage that was not asked for: it is unknown', () => {
    const reader = streamed('openai_chat', [chunk({ content: 'x' }), chunk({}, { finish_reason: 'stop' })]);
    expect([reader.answer()?.text, reader.usage()]).toEqual(['x', null]);
  });

  test('are answered by the first of several choices, whole or streamed', () => {
    const choices = [1, 0].map((index) => ({ index, message: { role: 'assistant', content: `choice ${index}` } }));
    expect(format.readAnswer({ choices })?.text).toBe('choice 0');
    const parts = [1, 0, 1].map((index) => data({ choices: [{ index, delta: { content: `choice ${index}` } }] }));
    expect(streamed('openai_chat', [...parts, done]).answer()?.text).toBe('choice 0');
  });

  test('keep arguments that are no JSON, refusals, custom tools and the old function_call', () => {
    expect(callsOf({ index: 0, id: 'a', function: { name: 'x', arguments: '{"n":' } })).toEqual([
      { id: 'a', name: 'x', arguments: { unparsed_arguments: '{"n":' } },
    ]);
    expect(callsOf({ index: 0, id: 'a', type: 'custom', custom: { name: 'sql', input: 'select 1' } })).toEqual([
      { id: 'a', name: 'sql', arguments: { unparsed_arguments: 'select 1' } },
    ]);
    const old = streamed('openai_chat', [
      chunk({ function_call: { name: 'x', arguments: '{"n"' } }),
      chunk({ function_call: { arguments: ':1}' } }, { finish_reason: 'function_call' }),
    ]);
    expect(old.answer()?.calls).toEqual([{ id: null, name: 'x', arguments: { n: 1 } }]);
    const refused = streamed('openai_chat', [chunk({ refusal: 'I can' }), chunk({ refusal: 'not' }), done]);
    expect(refused.answer()?.text).toBe('I cannot');
  });
});

describe('tools that the provider runs', () => {
  test('of Messages are calls with their results in the same answer', () => {
    const blocks = [
      { type: 'server_tool_use', id: 'srv', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 'srv', content: [{ type: 'web_search_result', url: 'u' }] },
      { type: 'text', text: 'Found.' },
    ];
    const reader = streamed('anthropic_messages', [
      data({ type: 'message_start', message: { id: 'm', model: 'c', content: [], usage: { input_tokens: 5 } } }),
      ...blocks.flatMap((content_block, index) => [
        data({ type: 'content_block_start', index, content_block }),
        ...(index === 0
          ? [
              data({
                type: 'content_block_delta',
                index,
                delta: { type: 'input_json_delta', partial_json: '{"query":"q"}' },
              }),
            ]
          : []),
      ]),
      data({ type: 'message_delta', delta: {}, usage: { input_tokens: 400, output_tokens: 9 } }),
      data({ type: 'message_stop' }),
    ]);
    expect(reader.answer()).toMatchObject({
      text: 'Found.',
      calls: [{ id: 'srv', name: 'web_search', arguments: { query: 'q' } }],
      results: [{ call_id: 'srv', name: 'web_search', status: 'ok' }],
      usage: { input_tokens: 400, output_tokens: 9 },
    });
  });

  test('of Messages may belong to an MCP server, whole and streamed, and may fail', () => {
    const asked = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'lookup', server_name: 'shop', input: { id: 'A1' } };
    const told = {
      type: 'mcp_tool_result',
      tool_use_id: 'mcptoolu_1',
      is_error: true,
      content: [{ type: 'text', text: 'gone' }],
    };
    const ran = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input: { command: 'ls' } };
    const out = {
      type: 'bash_code_execution_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: { type: 'bash_code_execution_result', stdout: 'a' },
    };
    const expected = {
      calls: [
        { id: 'mcptoolu_1', name: 'lookup', arguments: { id: 'A1' } },
        { id: 'srvtoolu_1', name: 'bash_code_execution', arguments: { command: 'ls' } },
      ],
      results: [
        { call_id: 'mcptoolu_1', name: 'lookup', status: 'error', result: 'gone' },
        { call_id: 'srvtoolu_1', name: 'bash_code_execution', status: 'ok', result: { stdout: 'a' } },
      ],
    };
    const content = [asked, told, ran, out];
    expect(formatOf('anthropic_messages').readAnswer({ type: 'message', content })).toMatchObject(expected);
    const reader = streamed('anthropic_messages', [
      data({ type: 'message_start', message: { model: 'c', usage: { input_tokens: 5 } } }),
      ...content.flatMap((block, index) => [
        data({ type: 'content_block_start', index, content_block: 'input' in block ? { ...block, input: {} } : block }),
        ...('input' in block
          ? [
              data({
                type: 'content_block_delta',
                index,
                delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
              }),
            ]
          : []),
        data({ type: 'content_block_stop', index }),
      ]),
      data({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 } }),
      data({ type: 'message_stop' }),
    ]);
    expect(reader.answer()).toMatchObject(expected);
  });

  test('of Responses are calls with their results in the same item', () => {
    const output = [{ type: 'mcp_call', id: 'm', name: 'lookup', arguments: '{"a":1}', output: 'found' }];
    expect(formatOf('openai_responses').readAnswer({ output })).toMatchObject({
      calls: [{ id: 'm', name: 'lookup', arguments: { a: 1 } }],
      results: [{ call_id: 'm', status: 'ok', result: 'found' }],
    });
  });
});

describe('a broken stream of Messages', () => {
  test('has cost its input; of its output nothing is known', () => {
    const start = { type: 'message_start', message: { model: 'c', usage: { input_tokens: 5, output_tokens: 1 } } };
    expect(streamed('anthropic_messages', [data(start)]).usage()).toMatchObject({
      input_tokens: 5,
      output_tokens: null,
      total_tokens: null,
    });
  });
});

describe('counts of Messages', () => {
  test('are summed up by the provider: the greater one holds', () => {
    const reader = streamed('anthropic_messages', [
      data({ type: 'message_start', message: { usage: { input_tokens: 10, cache_read_input_tokens: 4 } } }),
      data({ type: 'message_delta', usage: { input_tokens: 0, cache_read_input_tokens: 6, output_tokens: 2 } }),
    ]);
    expect(reader.usage()).toMatchObject({ input_tokens: 16, cache_read_tokens: 6, output_tokens: 2 });
  });
});

describe('counts of a closing piece', () => {
  test.each<[string, Endpoint, readonly [JsonObject, string | null][]]>([
    [
      'Gemini',
      'gemini_generate',
      [
        [
          { candidates: [{ finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } },
          null,
        ],
        [{ candidates: [], usageMetadata: { promptTokenCount: 0, totalTokenCount: 0 } }, null],
      ],
    ],
    [
      'Messages, as texts',
      'anthropic_messages',
      [
        [{ type: 'message_start', message: { usage: { input_tokens: '3' } } }, null],
        [{ type: 'message_delta', usage: { input_tokens: 0, output_tokens: '2' } }, null],
        [{ type: 'message_delta', usage: { input_tokens: 0, output_tokens: 0 } }, null],
      ],
    ],
  ])('take nothing back if they are zeros: %s', (_, endpoint, pieces) => {
    const reader = streamed(
      endpoint,
      pieces.map(([piece, name]) => ({ event: name, data: JSON.stringify(piece) })),
    );
    expect(reader.usage()).toMatchObject({ input_tokens: 3, output_tokens: 2, total_tokens: 5 });
  });
});

describe('a line of Ollama', () => {
  test('that is not the last one is no whole answer', () => {
    const message = { role: 'assistant', content: 'x' };
    expect(formatOf('ollama_chat').readAnswer({ message, done: false })).toBeNull();
  });
});

describe('a response', () => {
  const responses = formatOf('openai_responses');
  test.each(['failed', 'cancelled', 'queued', 'in_progress'])('that is %s is no answer', (status) => {
    expect(responses.readAnswer({ status, output: [] })).toBeNull();
  });

  test('has its items in the order of their places', () => {
    const item = (name: string) => ({ type: 'function_call', call_id: name, name, arguments: '{}' });
    const done = (output_index: number, name: string) =>
      data({ type: 'response.output_item.done', output_index, item: item(name) });
    const end = data({ type: 'response.completed', response: { id: 'r' } });
    const answer = streamed('openai_responses', [done(1, 'b'), done(0, 'a'), end]).answer();
    expect(answer?.calls?.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('that its own limit cut is an answer', () => {
    const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Onc' }] }];
    expect(responses.readAnswer({ status: 'incomplete', output })?.text).toBe('Onc');
    const response = { status: 'incomplete', output };
    expect(streamed('openai_responses', [data({ type: 'response.incomplete', response })]).answer()?.text).toBe('Onc');
  });
});

describe('embeddings', () => {
  test('cost input tokens, say nothing and call nothing', () => {
    const body = {
      object: 'list',
      model: 'e',
      data: [{ embedding: [0.1] }],
      usage: { prompt_tokens: 8, total_tokens: 8 },
    };
    expect(formatOf('openai_embeddings').readAnswer(body)).toEqual({
      id: null,
      model: 'e',
      text: '',
      calls: [],
      usage: { input_tokens: 8, output_tokens: 0, total_tokens: 8, cost_usd: null, estimated: false, models: ['e'] },
    });
  });
});

describe('a cost that the provider claims', () => {
  test('is no cost: the wire knows no prices', () => {
    const body = {
      model: 'm',
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 1, cost_usd: 7, estimated: true },
    };
    expect(formatOf('openai_chat').readUsage(body)).toMatchObject({ cost_usd: null, estimated: false });
    expect(formatOf('openai_chat').readUsage({ usage: { cost_usd: 7 } })).toBeNull();
  });
});
