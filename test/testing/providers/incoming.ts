import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { JsonObject } from './json.ts';
import type { Provider } from './provider.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route.ts';

/** Reads a whole body as text. */
export async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** Headers with one text each. */
export function plainHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}

/** The body of a chat. @throws Refusal when it is no JSON object */
export function mustBeObject(body: JsonObject | null, provider: Provider): JsonObject {
  if (body !== null) return body;
  if (provider === 'anthropic') throw new Refusal(400, 'The request body is not valid JSON: expected an object');
  throw new Refusal(
    400,
    'We could not parse the JSON body of your request. (HINT: This likely means you aren’t using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)',
  );
}

/** What a provider says to a path that it does not have. */
export function noSuchPath({ provider, path }: Route, method: string): Refusal {
  if (provider === 'openai') return new Refusal(404, `Invalid URL (${method} ${path})`);
  return new Refusal(404, provider === 'anthropic' ? 'Not Found' : '404 page not found');
}

/** Chats and embeddings cost tokens. */
export function isPaid({ target }: Route): boolean {
  if (target === null) return false;
  return (
    'chat' in target ||
    target.aside === 'embeddings' ||
    target.aside === 'embed' ||
    target.aside === 'openai_compact' ||
    target.aside === 'gemini_embeddings' ||
    target.aside === 'bedrock_embeddings'
  );
}

/** How the endpoint is called in the record; `null` where nothing is served. */
export function endpointOf({ target }: Route): string | null {
  if (target === null) return null;
  if ('chat' in target) return target.chat.endpoint;
  return target.aside === 'embeddings' ? 'openai_embeddings' : target.aside;
}

/** Listens on 127.0.0.1. @throws when the port is taken */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
