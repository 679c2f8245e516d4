import type { JsonObject } from './json.ts';
import { inputItems } from './protocols/openai-responses.ts';
import { objects } from './read-json.ts';

/** Responses of OpenAI and interactions of Gemini that later requests may name. Those sent with `store: false` are forgotten at once. */
export class StoredResponses {
  readonly #kept = new Map<string, { readonly items: readonly JsonObject[]; readonly response: JsonObject }>();

  /** Keeps an answer with the conversation that led to it. */
  readonly keep = (request: JsonObject, response: JsonObject): void => {
    if (request['store'] === false) return;
    const previous = request['previous_response_id'] ?? request['previous_interaction_id'];
    const output = objects(response['output'] ?? response['steps']);
    const items = [...(this.items(String(previous)) ?? []), ...inputItems(request['input']), ...output];
    this.#kept.set(String(response['id']), { items, response });
  };

  /** The conversation up to a response, its output included; `null` when it is unknown. */
  readonly items = (id: string): readonly JsonObject[] | null => this.#kept.get(id)?.items ?? null;

  /** A response as it was answered; `null` when it is unknown. */
  readonly response = (id: string): JsonObject | null => this.#kept.get(id)?.response ?? null;
}
