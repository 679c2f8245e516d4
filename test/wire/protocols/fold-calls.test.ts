import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';
import { tries } from '#test/support/tries.ts';
import { modelCall } from '#test/wire/recorder/support.ts';
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
/** A call as the golden file has it: what it was asked with, and what came of it. */
interface WrittenCall extends Partial<Pick<ModelCall, 'endpoint' | 'usage' | 'tries' | 'hides_calls'>> {
  readonly body: string;
  readonly retry?: number | null;
  /** Results that the request hands back. */
  readonly gave?: readonly WrittenResult[];
  readonly fault?: CallFault['kind'];
  readonly status?: number | null;
  /** Calls that the model requests, and results of those that the provider ran. */
  readonly asks?: readonly Partial<RequestedCall>[];
  readonly ran?: readonly WrittenResult[];
  readonly model?: string;
}

type WrittenResult = Partial<HandedBack> & { readonly result: string };

const gaveOf = ({ call_id = null, result, ...parts }: WrittenResult) => gave(call_id, result, parts);

function callOf({ body, retry = null, gave: results = [], ...call }: WrittenCall): ModelCall {
  const { fault, status = null, asks: asked = [], ran, model = 'm-1', ...parts } = call;
  const sent = request(body, results.map(gaveOf), retry);
  if (fault !== undefined) return { ...failed(sent, fault, status), ...parts };
  const calls = asked.map(({ id = null, name, arguments: args }) => asks(id, name, args));
  const { answer, ...made } = answered(sent, calls, parts);
  return { ...made, answer: answer && { ...answer, model, ...(ran && { results: ran.map(gaveOf) }) } };
}

test('the calls of a turn are folded as the golden file says', () => {
  return expectSaid(new URL('golden/folded.txt', import.meta.url), (text) => {
    const lines = text.split('\n');
    const ignored = lines.filter((line) => line.startsWith('ignore ')).map((line) => line.slice('ignore '.length));
    const calls = lines.slice(ignored.length).map((line) => callOf(JSON.parse(line)));
    const { tool_calls, fault, last_fault, usage: spent, steps, models, unanswered } = fold(calls, ignored);
    return [
      ...(tool_calls === null
        ? ['unknown calls']
        : tool_calls.map(({ name, status, result, step }) => JSON.stringify([name, status, result, step]))),
      JSON.stringify({ steps, models, fault: fault?.kind ?? null, unanswered, usage: spent }),
      ...(last_fault === null ? [] : [`ends in: ${last_fault.kind}`]),
    ];
  });
});

test('no call at all is no account of any', () => {
  expect(fold([])).toEqual({
    ...{ tool_calls: [], shows_tools: false, call_ids: new Map(), known_ms: new Map(), usage: null, steps: 0 },
    ...{
      model_calls: [],
      segments: [],
      models: [],
      fault: null,
      last_fault: null,
      unanswered: 0,
      replayed: false,
      response_ids_hash: null,
    },
  });
});

test('what a provider refused, or we did not send, is free', () => {
  const refused = [failed(request('0'), 'rate_limit', 429), failed(request('0'), 'rejected', 400)];
  const calls = [...refused, failed(request('0'), 'budget', null, 0), answered(request('1'))];
  expect(calls.map(isFree)).toEqual([true, true, true, false]);
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
            asked.map(([id, called]) => asks(id, called)),
          )
        : failed(request(body, results, retry), fault),
    );

  test('give as many tool calls as the counted answers request, in the order of steps, each result used once', () => {
    always(
      fc.property(fc.array(call, { maxLength: 8 }), (calls) => {
        const account = fold(calls);
        const made = account.tool_calls ?? [];
        const steps = made.map(({ step }) => step ?? 0);
        expect(steps).toEqual(steps.toSorted((left, right) => left - right));
        expect(account.steps).toBeLessThanOrEqual(calls.length);
        const requested = calls.reduce((sum, { answer }) => sum + (answer?.calls?.length ?? 0), 0);
        expect(made.length).toBeLessThanOrEqual(requested);
        const answered = calls.slice(1).reduce((sum, { request: { results } }) => sum + results.length, 0);
        expect(made.filter(({ status }) => status !== null).length).toBeLessThanOrEqual(answered);
      }),
      { numRuns: tries(500) },
    );
  });
});
