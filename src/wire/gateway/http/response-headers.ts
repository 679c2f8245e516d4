import { withoutKey } from '../call/secret.ts';
import type { Upstream } from '../call/upstream.ts';

/**
 * Headers of an answer for the client: the type of the body, the provider's request ids, and the remaining quota. No cookies,
 * no redirects, and not the key, which some providers repeat.
 */
export function responseHeaders(
  answer: { readonly [name: string]: string },
  upstream: Pick<Upstream, 'key' | 'signing'>,
): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const name in answer) {
    const value = answer[name];
    if (value !== undefined && (HANDED_ON.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)))) {
      headers[name] = withoutKey(value, upstream);
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
  'x-amzn-errortype',
  'x-amzn-requestid',
]);
const PREFIXES = ['openai-', 'anthropic-ratelimit-', 'x-ratelimit-', 'x-amzn-bedrock-'];
