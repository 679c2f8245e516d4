/** Responses over a WebSocket: what a frame asks for is one request over HTTP, whose events go back as frames. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { RecorderSession } from '#adapters/models/ports.ts';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { modelCall, type Received, recorderFor, type Scripted, turnOf } from './support.ts';

const SSE = { 'content-type': 'text/event-stream' };
const USER = { type: 'message', role: 'user', content: 'Hi' };
const THOUGHT = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VjcmV0' };
const UNREADABLE_THOUGHT = { type: 'reasoning', id: 'rs_2', summary: [] };
const CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'lookup', arguments: '{}' };

/** A client's end of a connection, with the frames that have come. */
async function connectTo(session: RecorderSession, path = '/responses', headers: Record<string, string> = {}) {
  const base = (session.variables['OPENAI_BASE_URL'] ?? '').replace('http:', 'ws:');
  const socket = new WebSocket(`${base}${path}`, { headers });
  const frames: JsonObject[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return {
    socket,
    frames,
    create: (request: JsonObject) => socket.send(JSON.stringify({ type: 'response.create', model: 'm', ...request })),
    /** Frames of a type, once there are so many. */
    async heard(type: string, count = 1): Promise<readonly JsonObject[]> {
      const found = () => frames.filter((frame) => frame['type'] === type);
      await expect.poll(() => found().length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(count);
      return found();
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}

/** A streamed response of the number of the request. */
function streamed(id: string, output: readonly JsonObject[] = []): Scripted {
  const events = [
    { type: 'response.created', response: { id } },
    ...output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
    { type: 'response.completed', response: { id, status: 'completed', output } },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return { headers: SSE, body: [...body, 'data: [DONE]\n\n'] };
}

const bodyOf = ({ request }: Received): JsonObject => JSON.parse(request.body);

describe('a frame that asks for a response', () => {
  test('is a streamed request of the turn that is open then, and each of its events is a frame', async () => {
    let count = 0;
    await using recorder = recorderFor(() => {
      count += 1;
      return { ...streamed(`resp_${count}`), call: modelCall({ endpoint: 'openai_responses' }) };
    });
    const session = await recorder.open();
    const first = session.begin(turnOf(1));
    const headers = { authorization: 'Bearer dummy', 'openai-beta': 'responses_websockets=2026-02-06, other=v1' };
    using client = await connectTo(session, '/responses', headers);
    client.create({ input: 'Hi', stream_options: null });
    await client.heard('response.completed');
    expect(client.frames.map(({ type }) => type)).toEqual(['response.created', 'response.completed']);
    expect(first.end()).toHaveLength(1);
    const second = session.begin(turnOf(2));
    client.create({ input: 'Again', previous_response_id: 'resp_1' });
    await client.heard('response.completed', 2);
    expect(second.end()).toHaveLength(1);
    const [one, other] = recorder.received;
    expect(one?.request).toMatchObject({
      provider: 'openai',
      method: 'POST',
      path: '/responses',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'openai-beta': 'other=v1' },
    });
    expect(recorder.received.map(bodyOf)).toEqual([
      { model: 'm', input: 'Hi', stream_options: null, stream: true },
      // The provider keeps that response.
      { model: 'm', input: 'Again', previous_response_id: 'resp_1', stream: true },
    ]);
    expect(other?.context.attempt).toMatchObject({ trial: { index: 2 } });
  });

  test('of Azure, and of a turn that the path names, is found as over HTTP', async () => {
    await using recorder = recorderFor(() => streamed('resp_1'));
    const session = await recorder.open();
    const turn = session.begin(turnOf(7));
    const variables = { OPENAI_BASE_URL: turn.base_urls['azure'] ?? '' };
    using client = await connectTo({ ...session, variables }, '/openai/v1/responses');
    client.create({ input: 'Hi' });
    await client.heard('response.completed');
    expect(recorder.received[0]).toMatchObject({
      request: { provider: 'azure', path: '/openai/v1/responses' },
      context: { attempt: { trial: { index: 7 } } },
    });
  });

  test('counts as a step, and is refused as an event beyond the limit', async () => {
    await using recorder = recorderFor(() => streamed('resp_1'));
    const session = await recorder.open();
    session.begin(turnOf(1, 1));
    using client = await connectTo(session);
    client.create({ input: 'Hi' });
    client.create({ input: 'And again' });
    expect(await client.heard('error')).toMatchObject([{ status: 403 }]);
    expect(client.frames.map(({ type }) => type)).toEqual(['response.created', 'response.completed', 'error']);
  });

  test('without generation asks no model, and its id stands for its input', async () => {
    await using recorder = recorderFor(() => streamed('resp_1'));
    using client = await connectTo(await recorder.open());
    client.create({ input: [USER], tools: [], generate: false });
    const [ready] = await client.heard('response.completed');
    expect(ready).toMatchObject({ response: { status: 'completed', output: [], usage: { total_tokens: 0 } } });
    expect(recorder.received).toEqual([]);
    const id = isJsonObject(ready?.['response']) ? (ready['response']['id'] ?? null) : null;
    client.create({ input: [], tools: [], previous_response_id: id });
    await client.heard('response.completed', 2);
    expect(recorder.received.map(bodyOf)).toEqual([{ model: 'm', input: [USER], tools: [], stream: true }]);
  });

  test('continues a response that the provider forgets with all that led to it', async () => {
    const outputs = [[THOUGHT, CALL], [UNREADABLE_THOUGHT, { ...CALL, call_id: 'call_2' }], []];
    await using recorder = recorderFor((one) => {
      const index = recorder.received.indexOf(one);
      return streamed(`resp_${index}`, outputs[index]);
    });
    using client = await connectTo(await recorder.open());
    const result = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'ok' });
    client.create({ input: 'Hi', store: false, previous_response_id: 'resp_kept' });
    await client.heard('response.completed');
    client.create({ input: [result('call_1')], store: false, previous_response_id: 'resp_0' });
    await client.heard('response.completed', 2);
    client.create({ input: [result('call_2')], previous_response_id: 'resp_1' });
    await client.heard('response.completed', 3);
    const { id: _, ...call } = CALL;
    const before = [USER, THOUGHT, call, result('call_1')];
    expect(
      recorder.received.map(bodyOf).map(({ input, previous_response_id }) => [previous_response_id, input]),
    ).toEqual([
      ['resp_kept', 'Hi'],
      ['resp_kept', before],
      ['resp_kept', [...before, { ...call, call_id: 'call_2' }, result('call_2')]],
    ]);
  });

  test('waits for the one before it on its stream, and not for other streams', async () => {
    const held = Promise.withResolvers<void>();
    await using recorder = recorderFor(async (one) => {
      if (bodyOf(one)['input'] === 'slow') await held.promise;
      return streamed(`resp_${bodyOf(one)['input']}`);
    });
    using client = await connectTo(await recorder.open());
    client.create({ input: 'slow', stream_id: 'a' });
    client.create({ input: 'next', stream_id: 'a' });
    client.create({ input: 'quick', stream_id: 'b' });
    await client.heard('response.completed');
    held.resolve();
    const ended = await client.heard('response.completed', 3);
    expect(ended).toMatchObject([
      { stream_id: 'b', response: { id: 'resp_quick' } },
      { stream_id: 'a', response: { id: 'resp_slow' } },
      { stream_id: 'a', response: { id: 'resp_next' } },
    ]);
    expect(recorder.received.map((one) => bodyOf(one)['stream_id'])).toEqual([undefined, undefined, undefined]);
  });
});

describe('what goes wrong', () => {
  test.each<[string, Scripted, JsonObject]>([
    [
      'an error of the provider keeps its status and words',
      { status: 400, body: ['{"error":{"type":"invalid_request_error","code":"previous_response_not_found"}}'] },
      { status: 400, error: { type: 'invalid_request_error', code: 'previous_response_not_found' } },
    ],
    ['an error that is no JSON is told as such', { status: 502, body: ['<html>'] }, { status: 502 }],
    [
      'a stream that ends early is an error',
      { headers: SSE, body: ['data: {"type":"response.created","response":{"id":"r"}}\n\n'] },
      { status: 502, error: { message: expect.stringContaining('before it was complete') } as never },
    ],
  ])('%s', async (_, scripted, expected) => {
    await using recorder = recorderFor(() => scripted);
    using client = await connectTo(await recorder.open());
    client.create({ input: 'Hi' });
    expect(await client.heard('error')).toMatchObject([expected]);
    client.create({ input: 'The connection lives' });
    await client.heard('error', 2);
  });

  test('a stream that breaks off is an error, after what came of it', async () => {
    async function* broken() {
      yield 'data: {"type":"response.created","response":{"id":"r"}}\n\n';
      throw new Error('lost');
    }
    await using recorder = recorderFor(() => ({ headers: SSE, body: broken() }));
    using client = await connectTo(await recorder.open());
    client.create({ input: 'Hi' });
    expect(await client.heard('error')).toMatchObject([
      { status: 502, error: { message: expect.stringContaining('broke off') } },
    ]);
    expect(client.frames).toHaveLength(2);
  });

  test('a client that leaves ends its call', async () => {
    await using recorder = recorderFor(() => new Promise<Scripted>(() => {}));
    const session = await recorder.open();
    using client = await connectTo(session);
    client.create({ input: 'Hi' });
    await expect.poll(() => recorder.received.length, { timeout: 60_000 }).toBe(1);
    client.socket.close();
    await expect.poll(() => recorder.received[0]?.signal.aborted, { timeout: 60_000 }).toBe(true);
  });

  test.each(['no JSON', '[1]', '{"type":"response.steer"}', '{"type":7}'])(
    '%s is answered, not obeyed',
    async (text) => {
      await using recorder = recorderFor();
      using client = await connectTo(await recorder.open());
      client.socket.send(text);
      expect(await client.heard('error')).toMatchObject([
        { status: 400, error: { message: expect.stringContaining('the recorder bridges frames') } },
      ]);
      expect(recorder.received).toEqual([]);
    },
  );

  test('a frame after the end of its process is refused with the reason', async () => {
    await using recorder = recorderFor();
    const session = await recorder.open();
    using client = await connectTo(session);
    session.close();
    client.create({ input: 'Hi' });
    expect(await client.heard('error')).toMatchObject([{ status: 404 }]);
  });

  test.each([
    ['/realtime', 426, '/realtime of openai; send the request over HTTP'],
    ['/chat/completions', 426, '/chat/completions of openai'],
  ])('a WebSocket for %s is refused with what is read instead', async (path, status, words) => {
    await using recorder = recorderFor();
    const { variables } = await recorder.open();
    const socket = new WebSocket(`${variables['OPENAI_BASE_URL']?.replace('http:', 'ws:')}${path}`);
    socket.on('error', () => {});
    const [, answer] = await once(socket, 'unexpected-response');
    const body = (await answer.toArray()).join('');
    expect([answer.statusCode, body]).toEqual([status, expect.stringContaining(words)]);
  });

  test.each([
    ['of an unknown process', '127.0.0.1', 404],
    ['under a name of elsewhere', 'evil.example', 403],
  ])('a request %s is refused', async (_, host, status) => {
    await using recorder = recorderFor();
    const url = new URL((await recorder.open()).variables['OPENAI_BASE_URL'] ?? '');
    const socket = new WebSocket(`ws://${url.host}/123/openai/v1/responses`, { headers: { host } });
    socket.on('error', () => {});
    const [, answer] = await once(socket, 'unexpected-response');
    expect(answer.statusCode).toBe(status);
    answer.resume();
  });
});
