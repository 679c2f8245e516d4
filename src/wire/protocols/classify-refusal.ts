import type { Json } from '#common/json.ts';
import { type ProviderError, readError } from './format/provider-error.ts';
import { PROVIDERS, type Provider } from './providers.ts';

/** What every further request would lack: an accepted key, credentials that are still good, an existing model, an account with credit. */
export type Refusal = 'key' | 'expired' | 'model' | 'credit';

/**
 * Why a provider refuses every request like this one; `null` if only this request is concerned. Credit and model are checked
 * before the status: OpenAI answers 403 for a model that the key may not use, and 429 for an empty account.
 *
 * @param body parsed if it is JSON, otherwise its text
 */
export function classifyRefusal(provider: Provider, status: number, body: Json): Refusal | null {
  if (status < 400 || status > 499) return null;
  const error = typeof body === 'string' ? { type: 'error', code: null, message: body } : readError(body);
  if (error !== null && (saysExpired(status, error) || PROVIDERS[provider].saysExpired?.(error) === true))
    return 'expired';
  if (status === 402 || (error !== null && saysNoCredit(error))) return 'credit';
  if (MODEL_STATUSES.has(status) && error !== null && saysNoModel(provider, error)) return 'model';
  if (status === 400 && error !== null && PROVIDERS[provider].saysNoKey?.(error) === true) return 'key';
  return status === 401 || status === 403 ? 'key' : null;
}

const MODEL_STATUSES: ReadonlySet<number> = new Set([400, 403, 404]);
const CREDIT_WORDS: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'billing_error',
]);
const MODEL_WORDS: ReadonlySet<string> = new Set(['model_not_found', 'DeploymentNotFound']);

/** A key that is refused was good once. */
function saysExpired(status: number, { type, code, message }: ProviderError): boolean {
  return status === 401 && /expired/i.test(`${type} ${code} ${message}`);
}

function saysNoCredit({ type, code, message }: ProviderError): boolean {
  return CREDIT_WORDS.has(code ?? '') || CREDIT_WORDS.has(type) || /^your credit balance is too low/i.test(message);
}

function saysNoModel(provider: Provider, error: ProviderError): boolean {
  return MODEL_WORDS.has(error.code ?? '') || MODEL_WORDS.has(error.type) || PROVIDERS[provider].saysNoModel(error);
}
