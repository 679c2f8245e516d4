import { PROVIDERS } from '#wire/protocols/providers.ts';
import type { Upstream } from '../call/upstream.ts';

/**
 * Headers of the upstream request: those of the client's that providers read, never its (dummy) key, and the upstream's own
 * key, unless that signs the request. They ask for an uncompressed answer, which can be read while it passes.
 *
 * @param token in place of a key
 */
export function requestHeaders(
  client: { readonly [name: string]: string },
  upstream: Upstream,
  token: string | null = null,
): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const name in client) {
    const value = client[name];
    if (value !== undefined && (HANDED_ON.has(name) || name.startsWith('x-stainless-'))) headers[name] = value;
  }
  headers['accept-encoding'] = 'identity';
  const { provider, key: own, signing, ...use } = upstream;
  const key = token ?? own;
  if (key === null || signing !== undefined) return headers;
  const key_name = token === null ? use.key_name : null;
  return Object.assign(headers, PROVIDERS[provider].keyHeaders(key, { ...use, key_name, client: headers }));
}

const HANDED_ON: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'user-agent',
  'idempotency-key',
  ...Object.values(PROVIDERS).flatMap((provider) => provider.headers),
]);
