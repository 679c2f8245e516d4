import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { tries } from '#test/support/tries.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { HandedBack, WireRequest } from '#wire/protocols/format/wire-format.ts';
import type { CallFault, ModelCall } from '#wire/protocols/model-call.ts';
import { foldCalls, isFree } from '#wire/protocols/turn/fold-calls.ts';

const usage = (input: number, output: number, parts: Partial<Usage> = {}): Usage => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
  cost_usd: null,
  estimated: false,
  ...parts,
});

const modelCall = (parts: Partial<ModelCall>): ModelCall => ({
  endpoint: 'openai_chat',
  request: request('x'),
  answer: null,
  fault: null,
  shown: [],
  usage: null,
  started_ms: 0,
  latency_ms: 1,
  wait_ms: 0,
  silent_ms: 0,
  tries: 1,
  replayed: false,
  ...parts,
});

function request(body: string, results: readonly HandedBack[] = [], retry_count: number | null = null): WireRequest {
  return { model: 'm', stream: false, body_hash: body, retry_count, results };
}

/** `asks`: ids (or id:name) of the calls that the model requests. */
const answered = (body: WireRequest, asks: readonly RequestedCall[] = [], parts: Partial<ModelCall> = {}): ModelCall =>
  modelCall({
    request: body,
    answer: { id: null, model: 'm-1', text: '', calls: asks, usage: usage(10, 2) },
    usage: usage(10, 2),
    ...parts,
  });
const failed = (body: WireRequest, kind: CallFault['kind'], status: number | null = null, tries = 1): ModelCall =>
  modelCall({ request: body, fault: { kind, status, message: kind }, tries });

const asks = (id: string | null, name = id ?? 'tool', args: JsonObject = {}): RequestedCall => ({
  id,
  name,
  arguments: args,
});
const gave = (call_id: string | null, result: string, parts: Partial<HandedBack> = {}): HandedBack => ({
  call_id,
  name: null,
  status: 'ok',
  result,
  ...parts,
});

const fold = (calls: readonly ModelCall[], ignore_tools: readonly string[] = []) =>
  foldCalls(calls, { ignore_tools, began_ms: 0 });
const seen = (calls: readonly ModelCall[]) =>
  (fold(calls).tool_calls ?? []).map(({ name, status, result, step }) => [name, status, result, step]);

describe('tool calls', () => {
  test('are in the order requested, with the step that requested them and the result that a later request hands back', () => {
    const calls = [
      answered(request('1'), [asks('a'), asks('b')]),
      answered(request('2', [gave('b', 'B', { status: 'error' }), gave('a', 'A')]), [asks('c')]),
      answered(request('3', [gave('b', 'B', { status: 'error' }), gave('a', 'A'), gave('c', 'C')])),
    ];
    expect(seen(calls)).toEqual([
      ['a', 'ok', 'A', 1],
      ['b', 'error', 'B', 1],
      ['c', 'ok', 'C', 2],
    ]);
    expect(fold(calls)).toMatchObject({ steps: 3, usage: usage(30, 6), models: ['m-1'], fault: null, replayed: false });
  });

  test('have no status while no result was seen', () => {
    expect(seen([answered(request('1'), [asks('a')])])).toEqual([['a', null, null, 1]]);
  });

  test('keep the result that was seen first, whatever later requests make of it', () => {
    const calls = [
      answered(request('1'), [asks('a')]),
      answered(request('2', [gave('a', 'long')])),
      answered(request('3', [gave('a', '(cleared)', { status: 'error' })])),
    ];
    expect(seen(calls)).toEqual([['a', 'ok', 'long', 1]]);
  });

  test('of sub-agents have threads of their own', () => {
    const calls = [
      answered(request('main 1'), [asks('delegate')]),
      answered(request('sub 1'), [asks('search')]),
      answered(request('sub 2', [gave('search', 'hit')])),
      answered(request('main 2', [gave('delegate', 'report')])),
    ];
    expect(seen(calls)).toEqual([
      ['delegate', 'ok', 'report', 1],
      ['search', 'ok', 'hit', 2],
    ]);
  });

  test('whose ids a server gives out anew in every step are told apart by what was there before', () => {
    const calls = [
      answered(request('1', [gave('call_0', 'of an earlier turn')]), [asks('call_0', 'x')]),
      answered(request('2', [gave('call_0', 'of an earlier turn'), gave('call_0', 'X')]), [asks('call_0', 'y')]),
      answered(request('3', [gave('call_0', 'of an earlier turn'), gave('call_0', 'X'), gave('call_0', 'Y')])),
    ];
    expect(seen(calls)).toEqual([
      ['x', 'ok', 'X', 1],
      ['y', 'ok', 'Y', 2],
    ]);
  });

  test('of frameworks are left out by glob; the step they took counts', () => {
    const calls = [answered(request('1'), [asks('a', 'final_answer'), asks('b', 'look')])];
    expect(fold(calls, ['final_*'])).toMatchObject({ tool_calls: [{ name: 'look' }], steps: 1 });
  });

  test('that the provider ran itself bring their result', () => {
    const answer = {
      id: null,
      model: 'm',
      text: '',
      calls: [asks('s', 'web_search')],
      results: [gave('s', 'hits')],
      usage: null,
    };
    expect(seen([modelCall({ answer })])).toEqual([['web_search', 'ok', 'hits', 1]]);
  });
});

describe('tool calls without ids', () => {
  const named = (name: string, result: string, args?: JsonObject) =>
    gave(null, result, { name, ...(args === undefined ? {} : { arguments: args }) });

  test('get their results by name, then by order', () => {
    const calls = [
      answered(request('1'), [asks(null, 'look'), asks(null, 'book'), asks(null, 'look')]),
      answered(request('2', [named('book', 'B'), named('look', '1'), named('look', '2')])),
    ];
    expect(seen(calls).map(([, , result]) => result)).toEqual(['1', 'B', '2']);
    const unnamed = [
      answered(request('1'), [asks(null, 'look'), asks(null, 'book')]),
      answered(request('2', [gave(null, '1'), gave(null, '2')])),
    ];
    expect(seen(unnamed).map(([, , result]) => result)).toEqual(['1', '2']);
  });

  test('take nothing that was there before they were requested', () => {
    const old = named('look', 'of an earlier turn');
    const calls = [
      answered(request('1', [old]), [asks(null, 'look')]),
      answered(request('2', [old, named('look', 'one')]), [asks(null, 'look')]),
      answered(request('3', [old, named('look', 'one'), named('look', 'two')]), [asks(null, 'look')]),
      answered(request('4', [named('look', 'two'), named('look', 'three')])),
    ];
    expect(seen(calls).map(([, , result]) => result)).toEqual(['one', 'two', 'three']);
    expect(seen(calls.slice(0, 1))).toEqual([['look', null, null, 1]]);
  });

  test('know old results even when the agent has shortened them', () => {
    const calls = [
      answered(request('1', [named('look', 'long')]), [asks(null, 'look')]),
      answered(request('2', [named('look', '…'), named('look', 'new')])),
    ];
    expect(seen(calls)).toEqual([['look', 'ok', 'new', 1]]);
  });

  test('of threads that run beside each other are told apart by their arguments', () => {
    const calls = [
      answered(request('a1'), [asks(null, 'look', { at: 'a' })]),
      answered(request('b1'), [asks(null, 'look', { at: 'b' })]),
      answered(request('a2', [named('look', 'A', { at: 'a' })])),
      answered(request('b2', [named('look', 'B', { at: 'b' })])),
    ];
    expect(seen(calls).map(([, , result]) => result)).toEqual(['A', 'B']);
  });
});

describe('a request that is sent again', () => {
  test('costs tokens every time, and counts as a step and for its calls once, from the last answer', () => {
    const calls = [
      answered(request('1', [], 0), [asks('lost')]),
      answered(request('1', [], 1), [asks('kept')]),
      answered(request('2', [gave('kept', 'K')], 0)),
    ];
    expect(seen(calls)).toEqual([['kept', 'ok', 'K', 1]]);
    expect(fold(calls)).toMatchObject({ steps: 2, usage: usage(30, 6) });
  });

  test('by a client that does not tell is known by its body, where nobody used the answer before', () => {
    const calls = [
      answered(request('1'), [asks('lost')]),
      answered(request('1'), [asks('kept')]),
      answered(request('2', [gave('kept', 'K')])),
    ];
    expect(seen(calls)).toEqual([['kept', 'ok', 'K', 1]]);
    const bothUsed = [...calls.slice(0, 2), answered(request('2', [gave('lost', 'L'), gave('kept', 'K')]))];
    expect(fold(bothUsed).steps).toBe(3);
  });

  test('without ids gives its results to the last answer', () => {
    const look = [asks(null, 'look', { at: 'a' })];
    const calls = [
      answered(request('1'), look),
      answered(request('1'), look),
      answered(request('2', [gave(null, 'A', { name: 'look', arguments: { at: 'a' } })])),
    ];
    expect(seen(calls)).toEqual([['look', 'ok', 'A', 1]]);
  });

  test('is no second try when the client says that it is a first one', () => {
    const calls = [answered(request('1', [], 0), [asks('a')]), answered(request('1', [], 0), [asks('b')])];
    expect(fold(calls)).toMatchObject({ steps: 2, tool_calls: [{ name: 'a' }, { name: 'b' }] });
  });

  test('is no second try of a client that does tell, nor of another endpoint', () => {
    const first = answered(request('1', [], 0));
    expect(fold([first, answered(request('1'))]).steps).toBe(2);
    expect(fold([answered(request('1')), answered(request('1'), [], { endpoint: 'ollama_chat' })]).steps).toBe(2);
  });

  test('is one although the provider ran a tool for the answer before', () => {
    const results = [gave('s', 'hits')];
    const answer = { id: null, model: 'm', text: '', calls: [asks('s', 'web_search')], results, usage: null };
    const call = modelCall({ request: request('1'), answer });
    expect(fold([call, call])).toMatchObject({ steps: 1, tool_calls: [{ status: 'ok' }] });
  });

  test('sets aside the one of several equal requests that failed', () => {
    const calls = [
      failed(request('1', [], 0), 'provider', 503),
      answered(request('1', [], 0), [asks('a')]),
      answered(request('1', [], 1), [asks('b')]),
    ];
    expect(fold(calls)).toMatchObject({ steps: 2, tool_calls: [{ name: 'a' }, { name: 'b' }] });
  });

  test('in vain leaves the answer that was had', () => {
    const calls = [answered(request('1', [], 0), [asks('a')]), failed(request('1', [], 1), 'network')];
    expect(fold(calls)).toMatchObject({ steps: 1, tool_calls: [{ name: 'a' }] });
  });
});

describe('usage', () => {
  test('counts embeddings, which are no step', () => {
    const embedding = answered(request('e'), [], { endpoint: 'openai_embeddings', usage: usage(5, 0) });
    expect(fold([embedding, answered(request('1'))])).toMatchObject({ steps: 1, usage: usage(15, 2) });
    const parts = { cache_read_tokens: 4, reasoning_tokens: 1 };
    const reasoned = answered(request('1'), [], { usage: usage(10, 2, parts) });
    expect(fold([embedding, reasoned]).usage).toEqual(usage(15, 2, parts));
  });

  test('is unknown when that of one call is, and when there was no call', () => {
    expect(fold([answered(request('1')), answered(request('2'), [], { usage: null })]).usage).toBeNull();
    expect(fold([answered(request('1')), failed(request('2'), 'network')]).usage).toBeNull();
    const broken = failed(request('2'), 'provider', 200);
    expect(fold([answered(request('1')), broken]).usage).toBeNull();
    expect(fold([])).toEqual({
      tool_calls: [],
      shows_tools: false,
      call_ids: new Map(),
      known_ms: new Map(),
      usage: null,
      steps: 0,
      model_calls: [],
      shown: [],
      models: [],
      fault: null,
      unanswered: 0,
      replayed: false,
      response_ids_hash: null,
    });
  });

  test('of a request that was refused is nothing', () => {
    const calls = [
      failed(request('0'), 'rate_limit', 429),
      failed(request('0'), 'rejected', 400),
      failed(request('0'), 'budget', null, 0),
      answered(request('1')),
    ];
    expect(fold(calls).usage).toEqual(usage(10, 2));
    expect(calls.map(isFree)).toEqual([true, true, true, false]);
  });

  test('of a broken answer counts as far as it is known', () => {
    const broken = modelCall({ fault: { kind: 'provider', status: 200, message: 'overloaded' }, usage: usage(7, 1) });
    expect(fold([broken, answered(request('1'))]).usage).toEqual(usage(17, 3));
  });

  test('adds up costs and names the models as served', () => {
    const of = (body: string, model: string, cost_usd: number) =>
      answered(request(body), [], {
        answer: { id: null, model, text: '', calls: [], usage: null },
        usage: usage(1, 1, { cost_usd, models: [model] }),
      });
    const account = fold([of('1', 'b', 0.5), of('2', 'a', 0.25), of('3', 'b', 0.25)]);
    expect(account).toMatchObject({ models: ['a', 'b'], usage: { cost_usd: 1, models: ['a', 'b'] } });
  });
});

describe('steps', () => {
  test('are calls that a model worked on: answered, or hung up on', () => {
    const calls = [
      answered(request('1')),
      failed(request('2'), 'aborted'),
      failed(request('3'), 'aborted', null, 0),
      failed(request('4'), 'limit', null, 0),
      failed(request('5'), 'rejected', 400),
    ];
    expect(fold(calls).steps).toBe(2);
    expect(fold([...calls, answered(request('2', [], 0))]).steps).toBe(2);
  });
});

describe('the fault of a turn', () => {
  const limit = failed(request('l'), 'limit', null, 0);
  const budget = failed(request('b'), 'budget', null, 0);
  const miss = failed(request('m'), 'replay_miss', null, 0);
  const overloaded = failed(request('1'), 'provider', 529);
  const limited = failed(request('2'), 'rate_limit', 429);
  test.each<[string, readonly ModelCall[], CallFault['kind'] | null]>([
    ['none', [answered(request('1'))], null],
    ['the last one that nothing made good', [overloaded, limited], 'rate_limit'],
    ['none when a later call with the same body was answered', [overloaded, answered(request('1'))], null],
    ['one that an answer to another body does not make good', [overloaded, answered(request('2'))], 'provider'],
    ['one after the answer', [answered(request('1')), overloaded], 'provider'],
    ['the one that was not made good', [limited, overloaded, answered(request('1'))], 'rate_limit'],
    ["a refusal of ours before the provider's", [limit, overloaded], 'limit'],
    ['the first refusal of ours', [overloaded, budget, limit], 'budget'],
    ['a recording that is missing', [miss], 'replay_miss'],
    [
      "none for what is the agent's own doing",
      [failed(request('1'), 'rejected', 400), failed(request('2'), 'aborted')],
      null,
    ],
  ])('is %s', (_, calls, kind) => {
    expect(fold(calls).fault?.kind ?? null).toBe(kind);
  });

  test('counts beside it every call that a provider refused or broke off, also where the agent got over it', () => {
    const calls = [overloaded, limited, answered(request('1')), failed(request('1'), 'rejected', 400), limit];
    expect(fold(calls).unanswered).toBe(2);
  });
});

describe('any calls', () => {
  const id = fc.constantFrom(null, '', 'a', 'b');
  const name = fc.constantFrom('x', 'y', '');
  const result = fc.record({
    call_id: id,
    name: fc.option(name),
    status: fc.constant<'ok'>('ok'),
    result: fc.constantFrom('1', '2'),
  });
  const call: fc.Arbitrary<ModelCall> = fc
    .record({
      body: fc.constantFrom('p', 'q', 'r'),
      retry: fc.constantFrom(null, 0, 1, 2),
      results: fc.array(result, { maxLength: 4 }),
      asked: fc.array(fc.tuple(id, name), { maxLength: 3 }),
      fault: fc.constantFrom<CallFault['kind'] | null>(null, null, null, 'network', 'provider', 'aborted', 'limit'),
    })
    .map(({ body, retry, results, asked, fault }) =>
      fault === null
        ? answered(
            request(body, results, retry),
            asked.map(([one, called]) => asks(one, called)),
          )
        : failed(request(body, results, retry), fault),
    );

  test('give as many tool calls as the counted answers request, in the order of steps, each result used once', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 8 }), (calls) => {
        const account = fold(calls);
        const made = account.tool_calls ?? [];
        const steps = made.map(({ step }) => step ?? 0);
        expect(steps).toEqual(steps.toSorted((one, other) => one - other));
        expect(account.steps).toBeLessThanOrEqual(calls.length);
        const requested = calls.reduce((sum, { answer }) => sum + (answer?.calls?.length ?? 0), 0);
        expect(made.length).toBeLessThanOrEqual(requested);
        const given = calls.slice(1).reduce((sum, { request: { results } }) => sum + results.length, 0);
        expect(made.filter(({ status }) => status !== null).length).toBeLessThanOrEqual(given);
      }),
      { numRuns: tries(500) },
    );
  });
});
