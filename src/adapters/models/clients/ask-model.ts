import { Buffer } from 'node:buffer';
import { type CallContext, ModelCallError, type ModelGateway, type ModelRequest } from '#adapters/models/ports.ts';
import { readError } from '#adapters/models/wire/provider-error.ts';
import { cutEnd } from '#domain/cut.ts';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { jsonText, parseJsonText } from '#domain/json-text.ts';

/** Where the requests of a model go, and what its API wants in each. */
type Endpoint = Pick<ModelRequest, 'provider' | 'path' | 'headers'>;

/**
 * Asks a model for one whole answer. A vendor's client would add nothing: the gateway holds the keys, and waits, retries and
 * counts; the types of requests are the vendor's.
 *
 * @throws ModelCallError for an answer that is an error, breaks off, or is no JSON object
 */
export async function askModel(
  gateway: ModelGateway,
  { provider, path, headers }: Endpoint,
  body: object,
  context: CallContext,
  signal: AbortSignal,
): Promise<JsonObject> {
  const asked = { provider, method: 'POST', path, headers, body: jsonText(body) } as const;
  const { status, body: pieces, read } = await gateway.call(asked, context, signal);
  if (status < 400 && isJsonObject(read)) return read;
  const text = await whole(pieces);
  const answer = parsed(text);
  if (status >= 400) throw new ModelCallError(`${status} ${cutEnd(readError(answer)?.message ?? text, LONGEST_QUOTE)}`);
  if (isJsonObject(answer)) return answer;
  throw new ModelCallError(`the answer is not a JSON object: ${cutEnd(text, 200)}`);
}

const LONGEST_QUOTE = 2000;

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  try {
    for await (const piece of pieces) read.push(piece);
  } catch (error) {
    throw new ModelCallError(error instanceof Error ? cutEnd(error.message, LONGEST_QUOTE) : String(error), {
      cause: error,
    });
  }
  return Buffer.concat(read).toString('utf8');
}

/** `null`: it is no JSON. */
function parsed(text: string) {
  try {
    return parseJsonText(text);
  } catch {
    return null;
  }
}
