import type { ServerResponse } from 'node:http';
import { PROVIDERS, type Provider } from '#adapters/models/wire/providers.ts';

/** Answers with an error of ours in the provider's format, which its clients don't try again. */
export function refuse(
  response: ServerResponse,
  provider: Provider | null,
  status: number,
  message: string,
  headers: { readonly [name: string]: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false', ...headers });
  response.end(JSON.stringify(PROVIDERS[provider ?? 'openai'].errorBody('invalid_request_error', message, null)));
}
