import { createParser } from 'eventsource-parser';
import type { ModelResponse } from '#adapters/models/ports.ts';
import { responseBody } from '#adapters/models/wire/openai/openai-responses-stream.ts';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { objectsOf, stringOrNull } from '#domain/messages/content-text.ts';
import { parseJson } from '#domain/messages/read-arguments.ts';

/** A response as far as a later request may name it; `id: null`: there is no complete one. */
interface RelayedResponse {
  readonly id: string | null;
  readonly output: readonly JsonObject[];
}

/**
 * Sends an answer over HTTP as the events of a WebSocket: a stream's one by one as they come, an error as one event with its
 * status.
 *
 * @param send resolves when the client can take the next one
 * @throws if that does
 */
export async function relayAnswer(
  answer: ModelResponse,
  send: (event: JsonObject) => Promise<void>,
): Promise<RelayedResponse> {
  if (answer.status < 400 && !(answer.headers['content-type'] ?? '').includes('json')) return relayStream(answer, send);
  const body = parseJson(await readText(answer).catch(() => ''));
  const { error } = isJsonObject(body) ? body : { error: undefined };
  const whole = answer.status < 400 && isJsonObject(body) ? body : null;
  // A server that streams nothing.
  if (whole !== null) await send({ type: 'response.completed', sequence_number: 0, response: whole });
  else await send({ type: 'error', status: answer.status, error: isJsonObject(error) ? error : UNREADABLE });
  return { id: stringOrNull(whole?.['id']), output: objectsOf(whole?.['output']) };
}

async function relayStream(
  { body }: ModelResponse,
  send: (event: JsonObject) => Promise<void>,
): Promise<RelayedResponse> {
  const built = responseBody();
  const decoder = new TextDecoder();
  let events: JsonObject[] = [];
  const parser = createParser({
    onEvent({ data, event }) {
      const parsed = parseJson(data);
      if (isJsonObject(parsed))
        events.push(parsed['type'] === undefined && event ? { type: event, ...parsed } : parsed);
    },
  });
  let told = false;
  const flush = async () => {
    const ready = events;
    events = [];
    for (const event of ready) {
      built.take(event, null);
      told ||= event['type'] === 'error';
      await send(event);
    }
  };
  const lost = await readPieces(body, async (chunk) => {
    parser.feed(decoder.decode(chunk, { stream: true }));
    await flush();
  });
  parser.feed('\n\n');
  await flush();
  const { id, output } = built.body();
  if (built.state() === 'ended') return { id: stringOrNull(id), output: objectsOf(output) };
  if (!told) await send({ type: 'error', status: 502, error: lost ? BROKEN_OFF : UNFINISHED });
  return { id: null, output: [] };
}

/** True if the provider broke off. @throws what `take` throws */
async function readPieces(
  body: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<boolean> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await pieces.next().catch(() => null);
      if (piece === null) return true;
      if (piece.done === true) return false;
      await take(piece.value);
    }
  } finally {
    await pieces.return?.();
  }
}

async function readText({ body }: ModelResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function serverError(message: string): JsonObject {
  return { type: 'server_error', code: null, message: `agent-eval: ${message}`, param: null };
}

const UNREADABLE = serverError('the provider answered with an error that is no JSON');
const BROKEN_OFF = serverError('the provider broke off its answer');
const UNFINISHED = serverError('the provider ended its answer before it was complete');
