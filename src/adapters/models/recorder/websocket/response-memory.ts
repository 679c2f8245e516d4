import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { objectsOf, stringOrNull } from '#domain/messages/content-text.ts';

/** The responses that one connection remembers: those that the provider keeps nowhere else. */
export interface ResponseMemory {
  /** The request without a `previous_response_id` that only this connection knows: what it stands for is in its input. */
  whole(request: JsonObject): JsonObject;
  /**
   * Keeps a response with the conversation that led to it.
   *
   * @param request as {@link whole} returned it
   */
  keep(id: string, request: JsonObject, output: readonly JsonObject[]): void;
}

/** Nothing yet. It forgets the oldest response when there are too many. */
export function createResponseMemory(): ResponseMemory {
  const kept = new Map<string, Conversation>();
  return {
    whole(request) {
      const { previous_response_id, ...rest } = request;
      const before = typeof previous_response_id === 'string' ? kept.get(previous_response_id) : undefined;
      if (before === undefined) return request;
      const after = before.after === null ? {} : { previous_response_id: before.after };
      return { ...rest, ...after, input: [...before.items, ...inputItems(request['input'])] };
    },
    keep(id, request, output) {
      const items = [...inputItems(request['input']), ...asInput(output)];
      kept.set(id, { after: stringOrNull(request['previous_response_id']), items });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}

interface Conversation {
  /** The response before the items, which the provider keeps; `null`: they are the whole conversation. */
  readonly after: string | null;
  readonly items: readonly Json[];
}

const MOST_KEPT = 200;

function inputItems(input: Json | undefined): readonly Json[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return Array.isArray(input) ? input : [];
}

/**
 * Output as a request returns it to a provider that keeps nothing: thoughts that are not in it as ciphertext are unknown there,
 * and so are ids of what was said after them.
 */
function asInput(output: readonly JsonObject[]): readonly JsonObject[] {
  return objectsOf(output).flatMap((item) => {
    const { id: _, ...unnamed } = item;
    if (item['type'] === 'reasoning') return typeof item['encrypted_content'] === 'string' ? [item] : [];
    return ['message', 'function_call', 'custom_tool_call'].some((type) => type === item['type']) ? [unnamed] : [item];
  });
}

/** True for a request whose response the provider forgets at once. */
export function isForgotten(request: JsonObject): boolean {
  return isJsonObject(request) && request['store'] === false;
}
