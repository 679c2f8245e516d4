import { withoutKey } from '../secret.ts';

/**
 * Headers of an answer for the client: the type of the body, the provider's request ids, and the remaining quota. No cookies,
 * no redirects, and not the key, which some providers repeat.
 */
export function responseHeaders(
  upstream: { readonly [name: string]: string },
  key: string | null = null,
): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const name in upstream) {
    const value = upstream[name];
    if (value !== undefined && (HANDED_ON.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)))) {
      headers[name] = withoutKey(value, key);
    }
  }
  return headers;
}

const HANDED_ON: ReadonlySet<string> = new Set([
  'content-type',
  'request-id',
  'x-request-id',
  'retry-after',
  'retry-after-ms',
]);
const PREFIXES = ['openai-', 'anthropic-ratelimit-', 'x-ratelimit-'];
