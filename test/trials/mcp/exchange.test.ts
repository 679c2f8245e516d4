import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { createExchange, type McpSeen, nothingUnfinished } from '#trials/mcp/exchange.ts';
import { readRpcMessages } from '#trials/mcp/json-rpc.ts';

/** A conversation with a server, each request on a connection of its own, as over HTTP. */
function conversation() {
  const unfinished = nothingUnfinished();
  let into: McpSeen = { since_ms: 0, calls: [], reads: [] };
  let [now, count] = [0, 0];
  const send = (message: JsonObject, connection = createExchange('shop', unfinished)) => {
    now += 1;
    for (const rpc of readRpcMessages(JSON.stringify(message)) ?? []) {
      if (rpc.kind === 'request') connection.ask(rpc, now, into);
      else connection.answer(rpc, now);
    }
    return connection;
  };
  const ask = (method: string, params: JsonObject) => {
    count += 1;
    const id = count;
    const connection = send({ id, method, params });
    return (answer: JsonObject) => void send({ id, ...answer }, connection);
  };
  return {
    ask,
    call: (params: JsonObject) => ask('tools/call', { name: 'wipe', arguments: {}, ...params }),
    tell: (method: string, params: JsonObject) => void send({ method, params }),
    nextTurn() {
      into = { since_ms: now, calls: [], reads: [] };
    },
    get calls() {
      return into.calls;
    },
    get reads() {
      return into.reads;
    },
  };
}

const text = (words: string): JsonObject => ({ result: { content: [{ type: 'text', text: words }] } });
const needs = (input: JsonObject): JsonObject => ({ result: { resultType: 'input_required', ...input } });
const SURE = { inputRequests: { sure: { method: 'elicitation/create' } }, requestState: 's1' };
const YES = { inputResponses: { sure: { action: 'accept' } }, requestState: 's1' };

describe('a call that its server answers by asking back', () => {
  test('is one with the call that answers, and the last result counts, from the first request on', () => {
    const talk = conversation();
    talk.call({ _meta: { progressToken: 1 } })(needs(SURE));
    expect(talk.calls).toMatchObject([{ name: 'wipe', status: null, duration_ms: null }]);
    talk.call(YES)(needs({ requestState: 's2' }));
    talk.call({ requestState: 's2' })(text('wiped'));
    expect(talk.calls).toMatchObject([{ status: 'ok', result: 'wiped', started_ms: 1, duration_ms: 5 }]);
    talk.ask('resources/read', { uri: 'till://hours' })(needs({ requestState: 'r' }));
    talk.ask('resources/read', { uri: 'till://hours', requestState: 'r' })({ error: { code: -1, message: 'closed' } });
    expect(talk.reads).toMatchObject([{ name: 'till://hours', status: 'error' }]);
  });

  test.for<[why: string, later: JsonObject]>([
    ['another tool', { ...YES, name: 'refund' }],
    ['other arguments', { ...YES, arguments: { all: true } }],
    ['another state', { ...YES, requestState: 's2' }],
    ['no state', { inputResponses: YES.inputResponses }],
    ['no answer', { requestState: 's1' }],
    ['an answer to something else', { ...YES, inputResponses: { colour: 'red' } }],
    ['nothing of it: the model calls again', {}],
  ])('is not one with a call that has %s', ([, later]) => {
    const talk = conversation();
    talk.call({})(needs(SURE));
    talk.call(later)(text('wiped'));
    expect(talk.calls.map(({ status }) => status)).toEqual([null, 'ok']);
  });

  test('is answered once, not before it asked, and in its own turn', () => {
    const talk = conversation();
    talk.call(YES)(text('unasked'));
    talk.call({})(needs(SURE));
    talk.call(YES)(text('wiped'));
    talk.call(YES)(text('wiped again'));
    expect(talk.calls.map(({ result }) => result)).toEqual(['unasked', 'wiped', 'wiped again']);
    talk.call({})(needs(SURE));
    talk.nextTurn();
    talk.call(YES)(text('late'));
    expect(talk.calls).toMatchObject([{ result: 'late' }]);
  });

  test('is neither lost nor confused with another, in whichever order the messages of many calls cross', () => {
    const honest = fc.record({
      name: fc.constantFrom('wipe', 'refund'),
      arguments: fc.constantFrom({}, { all: true }),
      rounds: fc.array(fc.constantFrom('state', 'input', 'both'), { maxLength: 3 }),
      isGivenUp: fc.boolean(),
    });
    const scene = fc.tuple(fc.array(honest, { maxLength: 6 }), fc.infiniteStream(fc.nat()));
    always(
      fc.property(scene, ([calls, dice]) => {
        const talk = conversation();
        const running = calls.map((call, place) => honestCall(talk, call, place));
        while (running.length > 0) {
          const at = (dice.next().value ?? 0) % running.length;
          if (running[at]?.next().done === true) running.splice(at, 1);
        }
        const told = ({ name, arguments: args, result }: { name: string; arguments: Json; result: Json }) =>
          JSON.stringify([name, args, result]);
        const expected = calls.map(({ isGivenUp, rounds, ...call }, place) =>
          told({ ...call, result: isGivenUp && rounds.length > 0 ? null : `done ${place}` }),
        );
        expect(talk.calls.map(told).sort()).toEqual(expected.sort());
      }),
      { numRuns: tries(600) },
    );
  });
});

/** What a client and its server do for one call, a message at a time. */
function* honestCall(
  talk: ReturnType<typeof conversation>,
  {
    rounds,
    isGivenUp,
    ...call
  }: { name: string; arguments: JsonObject; rounds: readonly string[]; isGivenUp: boolean },
  place: number,
): Generator<void> {
  let reply: JsonObject = {};
  for (const [round, kind] of rounds.entries()) {
    const answer = talk.ask('tools/call', { ...call, ...reply });
    yield;
    const key = `${place} ${round}`;
    const [state, input] = [kind !== 'input', kind !== 'state'];
    answer(needs({ ...(state && { requestState: key }), ...(input && { inputRequests: { [key]: {} } }) }));
    yield;
    reply = { ...(state && { requestState: key }), ...(input && { inputResponses: { [key]: {} } }) };
    if (isGivenUp) return;
  }
  const answer = talk.ask('tools/call', { ...call, ...reply });
  yield;
  answer(text(`done ${place}`));
}

describe('a call that becomes a task', () => {
  const done = { content: [{ type: 'text', text: 'built' }] };
  const failed = { content: [{ type: 'text', text: 'no disk' }], isError: true };
  const poll = (talk: ReturnType<typeof conversation>, method: string, answer: JsonObject) =>
    talk.ask(method, { taskId: 't1' })(answer);

  test.for<[how: string, handle: JsonObject, follow: (talk: ReturnType<typeof conversation>) => void, ending: object]>([
    [
      'by polling',
      { resultType: 'task', taskId: 't1', status: 'working' },
      (talk) => poll(talk, 'tasks/get', { result: { taskId: 't1', status: 'completed', result: done } }),
      { status: 'ok', result: 'built' },
    ],
    [
      'by a notification',
      { resultType: 'task', taskId: 't1', status: 'working' },
      (talk) =>
        talk.tell('notifications/tasks', { taskId: 't1', status: 'failed', error: { code: 1, message: 'no disk' } }),
      { status: 'error', result: 'no disk' },
    ],
    [
      'by its cancellation',
      { resultType: 'task', taskId: 't1', status: 'working' },
      (talk) => poll(talk, 'tasks/get', { result: { taskId: 't1', status: 'cancelled' } }),
      { status: 'error', result: 'the task was cancelled' },
    ],
    [
      'by a request for the result, as in 2025-11-25',
      { task: { taskId: 't1', status: 'working' } },
      (talk) => {
        poll(talk, 'tasks/get', { result: { taskId: 't1', status: 'failed', statusMessage: 'see the result' } });
        poll(talk, 'tasks/result', { result: failed });
      },
      { status: 'error', result: 'no disk' },
    ],
    [
      'by an error in place of the result',
      { task: { taskId: 't1', status: 'working' } },
      (talk) => poll(talk, 'tasks/result', { error: { code: -32_000, message: 'cancelled' } }),
      { status: 'error', result: 'cancelled' },
    ],
  ])('ends as the task does: %s', ([, handle, follow, ending]) => {
    const talk = conversation();
    talk.call({})({ result: handle });
    poll(talk, 'tasks/get', { result: { taskId: 't1', status: 'working' } });
    talk.ask('tasks/get', { taskId: 'of another' })({ result: { status: 'completed', result: failed } });
    expect(talk.calls).toMatchObject([{ status: null, result: null }]);
    follow(talk);
    expect(talk.calls).toMatchObject([{ name: 'wipe', ...ending }]);
    expect(talk.calls).toHaveLength(1);
  });
});
