import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';

/**
 * A body of Chat Completions that requests the usage chunk if it streams. `added`: the client did not request it, so it must
 * not get the chunk ({@link isAddedUsageChunk}).
 */
export function withUsageRequested(body: JsonObject): { readonly body: JsonObject; readonly added: boolean } {
  const value = body['stream_options'];
  const options = isJsonObject(value) ? value : {};
  if (body['stream'] !== true || options['include_usage'] === true) return { body, added: false };
  return { body: { ...body, stream_options: { ...options, include_usage: true } }, added: true };
}

/** Whether the data of an event is the usage chunk: no choice, but counts. */
export function isAddedUsageChunk(data: string): boolean {
  const chunk = jsonOrUndefined(data);
  if (!isJsonObject(chunk)) return false;
  const choices = chunk['choices'];
  return Array.isArray(choices) && choices.length === 0 && isJsonObject(chunk['usage']);
}
