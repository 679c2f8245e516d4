import { cutDepth } from '#common/cut-depth.ts';
import { hashJson } from '#common/hash-json.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import type { MessageEvent, RequestedCall } from '#trials/messages/message-shape.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { objectOf, servedName } from './read-body.ts';
import { type BodyBuilder, streamReader } from './stream-reader.ts';
import type { HandedBack, WireAnswer, WireFormat, WireRequest } from './wire-format.ts';

/** An answer as its format finds it. */
interface FoundAnswer {
  /** Has `id` and `model`; absent: neither is told. */
  readonly named?: JsonObject;
  readonly events: readonly MessageEvent[];
  /** The answer says that it requests tools, so that no call means that they are in an unknown place. */
  readonly requests?: boolean;
  /** A call may be where it can't be read. */
  readonly hides?: boolean;
  /** When the model ends. */
  readonly ends?: Json | undefined;
}

/** What tells one endpoint's format from others. */
interface FormatParts extends Pick<WireFormat, 'embeds' | 'inCommonNames' | 'withHeaders'> {
  /** What the messages of a request said; absent: it has none. */
  messages?(body: JsonObject): readonly MessageEvent[];
  /** It streams if the body does not say. */
  readonly streams?: true;
  /** A body that came in pieces of its own, as a whole; without it, the body as it is. */
  whole?(raw: Json): Json;
  /** `null`: no complete answer. */
  answer(body: JsonObject, raw: Json): FoundAnswer | null;
  usage(body: JsonObject): Usage | null;
  /** Absent: it is never streamed. */
  builder?(): BodyBuilder;
}

/** The format of an endpoint. */
export function endpointFormat({
  messages = () => [],
  streams = undefined,
  whole = (raw) => raw,
  answer,
  usage,
  builder = () => ({ take: () => {}, body: () => ({}), state: () => 'open' }),
  ...more
}: FormatParts): WireFormat {
  const format: WireFormat = {
    ...more,
    readRequest: (body, retryCount) => wireRequest(body, retryCount, messages, streams),
    readAnswer(raw) {
      const body = objectOf(more.embeds ? raw : cutDepth(whole(raw)));
      const found = answer(body, raw);
      if (found === null) return null;
      const { ends } = found;
      const plain = wireAnswer(found.named ?? {}, found.events, usage(body));
      const read = typeof ends === 'string' ? { ...plain, ends } : plain;
      return found.hides || (found.requests && read.calls?.length === 0) ? { ...read, calls: null } : read;
    },
    readUsage: (raw) => usage(objectOf(whole(raw))),
    stream: () => streamReader(builder(), format),
  };
  return format;
}

/**
 * A request from its body and its messages.
 *
 * @param streams whether the endpoint streams if the body does not say
 */
function wireRequest(
  raw: JsonObject,
  retryCount: number | null,
  eventsOf: (body: JsonObject) => readonly MessageEvent[],
  streams = false,
): WireRequest {
  const body = objectOf(cutDepth(raw));
  return {
    model: stringOrNull(body['model']),
    stream: typeof body['stream'] === 'boolean' ? body['stream'] : streams,
    body_hash: hashJson(body),
    retry_count: retryCount,
    results: handedBack(eventsOf(body)),
  };
}

/** An answer from a body with `id` and `model`, and its events. */
function wireAnswer(body: JsonObject, events: readonly MessageEvent[], usage: Usage | null): WireAnswer {
  const models = events.filter((event) => event.kind === 'model');
  const results = handedBack(events);
  const calls = models.flatMap((event) => event.calls.map(shallow));
  return {
    id: stringOrNull(body['id']) || null,
    model: servedName(body['model']),
    text: models.map(({ text }) => text).join(''),
    // A call without a name could be any.
    calls: calls.some(({ name }) => name === '') ? null : calls,
    ...(results.length === 0 ? {} : { results }),
    usage,
  };
}

/** The results in order, each with the name that the same messages give its call, and without an id with its arguments. */
function handedBack(events: readonly MessageEvent[]): readonly HandedBack[] {
  const open: RequestedCall[] = [];
  const results: HandedBack[] = [];
  for (const event of events) {
    if (event.kind === 'model') open.push(...event.calls);
    if (event.kind !== 'result') continue;
    const { call_id, name, status, result } = event;
    const at = open.findIndex((call) =>
      call_id !== null && call.id !== null ? call.id === call_id : name === null || name === call.name,
    );
    const [request] = at === -1 ? [] : open.splice(at, 1);
    // An id is enough, and arguments may be long.
    const known = request === undefined || call_id ? {} : { arguments: shallow(request).arguments };
    results.push({ call_id, name: name ?? request?.name ?? null, ...known, status, result });
  }
  return results;
}

/** Arguments that came as text were not yet parsed when the body's depth was cut. */
function shallow(call: RequestedCall): RequestedCall {
  return { ...call, arguments: objectOf(cutDepth(call.arguments)) };
}
