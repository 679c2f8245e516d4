import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { MessageEvent, MessageShape } from '#trials/messages/message-shape.ts';
import { readUsage } from '#trials/messages/read-usage.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

/** The events in messages of one shape; messages that can't be read have none. */
export function eventsOf(shape: MessageShape, messages: readonly JsonObject[]): readonly MessageEvent[] {
  return messages.flatMap((message) => shape.read(message) ?? []);
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
  const name = servedName(model);
  return name === null ? counted : { ...counted, models: [name] };
}

/** Some servers leave it empty, and only the provider limits its length. */
export function servedName(model: Json | undefined): string | null {
  return typeof model === 'string' && model !== '' ? cutEnd(model, 200) : null;
}

/** The object, or an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
