import { randomBytes } from 'node:crypto';
import type { JsonObject } from '#domain/json.ts';

/**
 * The answer to a request with `generate: false`, which only prepares a later one: an empty response with an id for it to name.
 * No model is asked, so it costs nothing and is no step.
 */
export function warmUp(request: JsonObject): { readonly id: string; readonly events: readonly JsonObject[] } {
  const { input: _, ...settings } = request;
  const id = `resp_${randomBytes(24).toString('hex')}`;
  const response = { ...settings, id, object: 'response', created_at: Math.floor(Date.now() / 1000), output: [] };
  return {
    id,
    events: [
      { type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress', usage: null } },
      {
        type: 'response.completed',
        sequence_number: 1,
        response: { ...response, status: 'completed', usage: NOTHING },
      },
    ],
  };
}

const NOTHING = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};
