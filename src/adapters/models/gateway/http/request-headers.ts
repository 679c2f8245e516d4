import type { Upstream } from '../upstream.ts';

/**
 * Headers of the request as it goes upstream: those of the client's that providers read, never its (dummy) key, and
 * the upstream's own key. Answers are asked for uncompressed, so that they can be read in passing.
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
  if (upstream.key === null) return headers;
  if (upstream.provider === 'anthropic') headers['x-api-key'] = upstream.key;
  else headers['authorization'] = `Bearer ${upstream.key}`;
  if (upstream.provider === 'openai' && isAzure(upstream)) headers['api-key'] = upstream.key;
  return headers;
}

const HANDED_ON: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
  'openai-organization',
  'openai-project',
  'user-agent',
  'idempotency-key',
]);

/** Azure takes its keys in a header of its own. */
function isAzure(upstream: Upstream): boolean {
  return new URL(upstream.base_url).hostname.endsWith('.azure.com');
}
