import { cutEnd } from '#common/cut.ts';
import type { Json } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { type ProviderError, readError } from '#wire/protocols/format/provider-error.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import { PROVIDERS } from '#wire/protocols/providers.ts';
import { withoutKey } from '../call/secret.ts';
import type { Upstream } from '../call/upstream.ts';

/** The fault of an error status. A redirect is one: it is not followed, because its target is not allowed to get the key. */
export function statusFault(status: number, message: string, upstream: Upstream): CallFault {
  const from = upstream.host;
  if (status < 400) {
    return {
      kind: 'provider',
      status,
      message: `${from} answers with a redirect (${status}), which is not followed; check the base URL`,
    };
  }
  const isOwn = status === 408 || status >= 500 || PROVIDERS[upstream.provider].own_failures?.includes(status) === true;
  const kind = status === 429 ? 'rate_limit' : isOwn ? 'provider' : 'rejected';
  return { kind, status, message: `${from} answers ${status}: ${message}` };
}

/** The fault of an error in, or instead of, a body with a good status. */
export function toldFault(error: ProviderError, upstream: Upstream): CallFault {
  const limited = LIMITED.has(error.type) || error.code === 'rate_limit_exceeded';
  const message = cutEnd(withoutKey(error.message, upstream), MAX_SAID);
  return {
    kind: limited ? 'rate_limit' : 'provider',
    status: null,
    message: `${upstream.host} breaks off: ${message}`,
  };
}

const LIMITED: ReadonlySet<string> = new Set(['rate_limit_error', 'RESOURCE_EXHAUSTED', 'throttlingException']);

/** An error body as JSON if it is JSON, else as text. */
export function errorJson(body: Uint8Array): Json {
  const text = DECODER.decode(body);
  return jsonOrUndefined(text) ?? text;
}

const DECODER = new TextDecoder();

/**
 * The provider's message in an error body, of limited length, without the key and without the parts of it that some providers
 * repeat between stars.
 */
export function saidIn(body: Json, upstream: Upstream): string {
  const text = typeof body === 'string' ? body : (readError(body)?.message ?? jsonText(body));
  return cutEnd(withoutKey(text, upstream).replace(/[\w-]*\*{3,}[\w-]*/g, '[key]'), MAX_SAID) || 'nothing more';
}

const MAX_SAID = 1000;
