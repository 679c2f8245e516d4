import { cutEnd } from '#common/cut.ts';
import { cutDepth } from '#common/cut-depth.ts';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import type { MessageEvent, MessageShape, RequestedCall } from '#trials/messages/message-shape.ts';
import { readUsage } from '#trials/messages/read-usage.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { HandedBack, WireAnswer, WireRequest } from './wire-format.ts';

/**
 * A request from its body and its messages.
 *
 * @param streams whether the endpoint streams if the body does not say
 */
export function wireRequest(
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

/** The events in messages of one shape; messages that can't be read have none. */
export function eventsOf(shape: MessageShape, messages: readonly JsonObject[]): readonly MessageEvent[] {
  return messages.flatMap((message) => shape.read(message) ?? []);
}

/** An answer from a body with `id` and `model`, and its events. */
export function wireAnswer(body: JsonObject, events: readonly MessageEvent[], usage: Usage | null): WireAnswer {
  const models = events.filter((event) => event.kind === 'model');
  const results = handedBack(events);
  const calls = models.flatMap((event) => event.calls.map(shallow));
  return {
    id: stringOrNull(body['id']) || null,
    model: modelName(body['model']),
    text: models.map(({ text }) => text).join(''),
    // A call without a name could be any.
    calls: calls.some(({ name }) => name === '') ? null : calls,
    ...(results.length === 0 ? {} : { results }),
    usage,
  };
}

/**
 * Unknown calls in place of none, or of fewer.
 *
 * @param requests whether the answer says that it requests tools, so that no call means that they are in an unknown place
 * @param hides whether a call may be where it can't be read
 */
export function knownCalls(answer: WireAnswer, requests: boolean, hides = false): WireAnswer {
  return hides || (requests && answer.calls?.length === 0) ? { ...answer, calls: null } : answer;
}

/** Calls that are no list of objects: they are there, and can't be read. */
export function isUnreadList(calls: Json | undefined): boolean {
  return calls !== undefined && calls !== null && !(Array.isArray(calls) && calls.every(isJsonObject));
}

/** Usage together with the name of the model. A cost in it is ignored, because prices come from the config. */
export function wireUsage(usage: Json | undefined, model: Json | undefined): Usage | null {
  const read = readUsage(usage);
  if (read === null || (read.input_tokens === null && read.output_tokens === null && read.total_tokens === null)) {
    return null;
  }
  return withModel(read, model);
}

/** Counts with the name of the model that was served, without a cost. */
export function withModel(usage: Usage, model: Json | undefined): Usage {
  const counted = { ...usage, cost_usd: null, estimated: false };
  const name = modelName(model);
  return name === null ? counted : { ...counted, models: [name] };
}

/** Some servers leave it empty, and only the provider limits its length. */
function modelName(model: Json | undefined): string | null {
  return typeof model === 'string' && model !== '' ? cutEnd(model, 200) : null;
}

/** The object, or an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
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
