import { PROVIDERS } from '#wire/protocols/providers.ts';
import type { Upstream } from '../call/upstream.ts';

/**
 * Headers of the upstream request: those of the client's that providers read, never its (dummy) key, and the upstream's own
 * key, unless that signs the request later. They ask for an uncompressed answer, which can be read while it passes.
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
  return Object.assign(headers, keyHeaders(upstream));
}

/** The same for every request of a run. */
function keyHeaders(upstream: Upstream): { readonly [name: string]: string } {
  const { provider, key, signing, base_url } = upstream;
  if (key === null || signing !== undefined) return {};
  const made = KEY_HEADERS.get(upstream) ?? PROVIDERS[provider].keyHeaders(key, new URL(base_url).hostname);
  KEY_HEADERS.set(upstream, made);
  return made;
}

const KEY_HEADERS = new WeakMap<Upstream, { readonly [name: string]: string }>();

const HANDED_ON: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'user-agent',
  'idempotency-key',
  ...Object.values(PROVIDERS).flatMap((provider) => provider.headers),
]);
