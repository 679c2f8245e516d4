import type { JsonObject } from '#common/json.ts';
import { wholeBody } from '#wire/gateway/http/whole-body.ts';
import type { ModelResponse } from '#wire/ports.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import { PROVIDERS, type Provider } from '#wire/protocols/providers.ts';

/** Statuses that the vendors' clients treat as final. */
const STATUSES: { readonly [kind in CallFault['kind']]: number } = {
  rejected: 401,
  limit: 403,
  replay_miss: 400,
  budget: 402,
  network: 502,
  rate_limit: 429,
  provider: 502,
  aborted: 499,
};

/** An answer of our own in the provider's format, which its clients do not retry. */
export function refuse(
  provider: Provider,
  kind: CallFault['kind'],
  message: string,
  status = STATUSES[kind],
): ModelResponse {
  return ownAnswer(status, PROVIDERS[provider].errorBody(`agent_eval_${kind}`, `agent-eval: ${message}`, kind, status));
}

/** The answer to a request for a path that is not served. */
export function refusePath(provider: Provider, message: string): ModelResponse {
  return ownAnswer(404, PROVIDERS[provider].errorBody('not_found_error', `agent-eval: ${message}`, 'not_served', 404));
}

function ownAnswer(status: number, body: JsonObject): ModelResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
    body: wholeBody(Buffer.from(JSON.stringify(body))),
  };
}
