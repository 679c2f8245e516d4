import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { anthropic } from './anthropic.ts';
import { ollama } from './ollama.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { nextStep, type Provider } from './provider.ts';

/** A server on loopback that answers as OpenAI, Anthropic and Ollama do, with the steps of the story. */
export interface FakeProviders {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  /** Requests that were not what the story asks for; each was answered with 400. */
  readonly refusals: readonly string[];
  readonly close: () => Promise<void>;
}

const PROVIDERS: readonly Provider[] = [openaiChat, openaiResponses, anthropic, ollama];

/** Starts the server. It has no state: what comes next is read from the request. */
export async function startFakeProviders(): Promise<FakeProviders> {
  const refusals: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const message = `${request.method} ${request.url}: ${error instanceof Error ? error.message : String(error)}`;
      refusals.push(message);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const provider = PROVIDERS.find((one) => one.path === path);
  if (provider === undefined || request.method !== 'POST') throw new Error('no such endpoint');
  const body = await readJson(request);
  const names = JSON.stringify(body['tools']);
  if (!names?.includes('lookup_order') || !names.includes('issue_refund')) throw new Error('the tools are missing');
  const step = nextStep(provider.progress(body));
  const streamed = body['stream'] === true || (provider === ollama && body['stream'] !== false);
  const { type, text } = streamed
    ? provider.stream(step)
    : { type: 'application/json', text: JSON.stringify(provider.answer(step)) };
  response.writeHead(200, { 'content-type': type, 'x-request-id': `req_${step.index}` });
  response.end(text);
}

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (!isJsonObject(body)) throw new Error('the body is no object');
  return body;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
