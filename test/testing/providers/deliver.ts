import type { ServerResponse } from 'node:http';
import { awsError, errorBody } from './error-body.ts';
import type { JsonObject } from './json.ts';
import type { Provider } from './provider.ts';
import type { Refusal } from './refusal.ts';

/** Where an answer goes. */
export interface Delivery {
  readonly provider: Provider;
  /** The path is one that OpenAI defined: an error of Ollama has OpenAI's shape there. */
  readonly openaiShape: boolean;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  /** Called when an answer begins with 200. */
  readonly begun: () => void;
}

/** Sends an answer with 200; a string goes out as plain text. */
export function sendJson(delivery: Delivery, body: JsonObject | string): void {
  delivery.begun();
  sendBody(delivery, 200, body);
}

/** Sends an error in the provider's shape; ends the connection when an answer has begun. */
export function sendRefusal(delivery: Delivery, refusal: Refusal): void {
  const { outgoing, provider, requestId, openaiShape } = delivery;
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const body = errorBody(provider, refusal, requestId, openaiShape);
  const type = provider === 'bedrock' ? { 'x-amzn-errortype': awsError(refusal) } : {};
  sendBody(delivery, refusal.status, body, { ...type, ...retryAfter(refusal.retryAfter) });
}

/** Sends a whole body, with headers beside the provider's own. */
export function sendBody(
  delivery: Delivery,
  status: number,
  body: JsonObject | string,
  more: Readonly<Record<string, string>> = {},
): void {
  const plain = typeof body === 'string';
  const type = { 'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json' };
  delivery.outgoing.writeHead(status, { ...providerHeaders(delivery), ...type, ...more });
  delivery.outgoing.end(plain ? body : JSON.stringify(body));
}

/** Headers that a provider sends with every answer. */
export function providerHeaders({ provider, requestId }: Delivery): Readonly<Record<string, string>> {
  switch (provider) {
    case 'openai':
    case 'azure':
      return { 'x-request-id': requestId, 'openai-processing-ms': '1', 'openai-version': '2020-10-01' };
    case 'anthropic':
      return { 'request-id': requestId, 'anthropic-organization-id': '00000000-0000-4000-8000-000000000000' };
    case 'bedrock':
      return { 'x-amzn-requestid': requestId };
    case 'gemini':
    case 'openrouter':
    case 'vercel':
    case 'ollama':
      return {};
  }
}

/** The header counts whole seconds; both vendors' clients read milliseconds first. */
export function retryAfter(seconds: number | null): Readonly<Record<string, string>> {
  if (seconds === null) return {};
  const whole = { 'retry-after': String(Math.ceil(seconds)) };
  return Number.isInteger(seconds) ? whole : { ...whole, 'retry-after-ms': String(Math.round(seconds * 1000)) };
}
