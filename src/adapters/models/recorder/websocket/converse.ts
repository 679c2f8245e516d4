import type { RawData, WebSocket } from 'ws';
import type { ModelGateway, ModelResponse } from '#adapters/models/ports.ts';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { stringOrNull } from '#domain/messages/content-text.ts';
import { parseJson } from '#domain/messages/read-arguments.ts';
import { ask } from '../ask.ts';
import type { Attribution } from '../routes.ts';
import { UNKNOWN_TOKEN } from '../serve.ts';
import type { Target } from '../target.ts';
import { relayAnswer } from './relay-answer.ts';
import { createResponseMemory, isForgotten } from './response-memory.ts';
import { warmUp } from './warm-up.ts';

/** What the connection leads to. */
interface Bridge {
  readonly gateway: Pick<ModelGateway, 'call'>;
  readonly target: Extract<Target, { kind: 'served' }>;
  /** Of every request. */
  readonly headers: { readonly [name: string]: string };
  /** Whose frame it is that comes now; `null`: nobody's any more. */
  find(): Attribution | null;
}

/**
 * Answers the frames of one WebSocket of Responses: each `response.create` is a streamed request over HTTP, whose events go back
 * as frames. Frames of one `stream_id`, or without one, are answered one after another. Never throws.
 */
export function converse(connection: WebSocket, { gateway, target, headers, find }: Bridge): void {
  const gone = new AbortController();
  const memory = createResponseMemory();
  const lanes = new Map<string | null, Promise<void>>();
  connection.on('error', () => connection.terminate());
  connection.on('close', () => gone.abort());

  /** Resolves when the client has taken the frame. @throws if it is gone */
  function send(lane: string | null, event: JsonObject): Promise<void> {
    const frame = jsonText(lane === null ? event : { ...event, stream_id: lane });
    return new Promise((resolve, reject) => connection.send(frame, (error) => (error ? reject(error) : resolve())));
  }

  async function respond(lane: string | null, frame: JsonObject): Promise<void> {
    const attribution = find();
    if (attribution === null) return send(lane, errorEvent(404, UNKNOWN_TOKEN));
    const { type: _type, stream_id: _lane, stream: _stream, generate, ...given } = frame;
    const request = memory.whole(given);
    if (generate === false) {
      const { id, events } = warmUp(request);
      memory.keep(id, request, []);
      for (const event of events) await send(lane, event);
      return;
    }
    const { provider, method, path, endpoint } = target;
    const asked = { provider, method, path, headers, body: jsonText({ ...request, stream: true }) };
    const deliver = async (answer: ModelResponse) => {
      const { id, output } = await relayAnswer(answer, (event) => send(lane, event));
      if (id !== null && isForgotten(request)) memory.keep(id, request, output);
    };
    await ask(gateway, { ...attribution, endpoint }, asked, gone.signal, deliver);
  }

  connection.on('message', (data: RawData, isBinary: boolean) => {
    const parsed = isBinary ? undefined : parseJson(data.toString());
    const frame = isJsonObject(parsed) ? parsed : {};
    const lane = stringOrNull(frame['stream_id']);
    // Codex tells with it that it has read a response.
    if (frame['type'] === 'response.processed') return;
    const answered = (lanes.get(lane) ?? Promise.resolve()).then(() =>
      frame['type'] === 'response.create' ? respond(lane, frame) : send(lane, errorEvent(400, notBridged(frame))),
    );
    // The client left, or what a gateway that never rejects did not foresee: either way nothing more can be said.
    lanes.set(
      lane,
      answered.catch(() => connection.terminate()),
    );
  });
}

function notBridged({ type }: JsonObject): string {
  return `agent-eval: the recorder bridges frames with the JSON of a response.create, not ${typeof type === 'string' ? type.slice(0, 100) : 'others'}`;
}

function errorEvent(status: number, message: string): JsonObject {
  return { type: 'error', status, error: { type: 'invalid_request_error', code: null, message, param: null } };
}
