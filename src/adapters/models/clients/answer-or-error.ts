import { ModelCallError } from '#adapters/models/ports.ts';
import { cutEnd } from '#domain/cut.ts';
import { isJsonObject, type JsonObject } from '#domain/json.ts';

/**
 * The body of an answer from the client.
 *
 * @throws ModelCallError for whatever a client throws, and for an answer that is no JSON object.
 */
export async function answerOrError(ask: () => Promise<unknown>): Promise<JsonObject> {
  let body: unknown;
  try {
    body = await ask();
  } catch (error) {
    throw new ModelCallError(error instanceof Error ? cutEnd(error.message, 2000) : String(error), { cause: error });
  }
  if (isJsonObject(body)) return body;
  throw new ModelCallError(`the answer is not a JSON object: ${cutEnd(String(body), 200)}`);
}
