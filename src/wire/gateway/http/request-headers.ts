import { PROVIDERS } from '#wire/protocols/providers.ts';
import type { Upstream } from '../call/upstream.ts';

/**
 * Headers of the upstream request: those of the client's that providers read, never its (dummy) key, and the upstream's own
 * key, unless that signs the request or is a token that is added later. They ask for an uncompressed answer, which can be read while it passes.
 */
export function requestHeaders(
  client: { readonly [name: string]: string },
  upstream: Upstream,
): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const name in client) {
    const value = client[name];
    if (value !== undefined && (HANDED_ON.has(name) || name.startsWith('x-stainless-'))) headers[name] = value;
  }
  headers['accept-encoding'] = 'identity';
  const { provider, key, signing, ...use } = upstream;
  if (key === null || signing !== undefined) return headers;
  return Object.assign(headers, PROVIDERS[provider].keyHeaders(key, { ...use, client: headers }));
}

const HANDED_ON: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'user-agent',
  'idempotency-key',
  ...Object.values(PROVIDERS).flatMap((provider) => provider.headers),
]);
