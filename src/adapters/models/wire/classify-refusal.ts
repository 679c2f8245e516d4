import type { Json } from '#domain/json.ts';
import type { Provider } from './model-call.ts';
import { type ProviderError, readError } from './provider-error.ts';

/** What no further request could have: a key that is accepted, a model that exists, an account that is not empty. */
export type Refusal = 'key' | 'model' | 'credit';

/**
 * Why a provider refuses every request like this one; `null` when it is about this request alone. Credit and model go
 * before the status: OpenAI says 403 of a model that the key may not use, and 429 of an empty account.
 *
 * @param body parsed where it is JSON, otherwise its text
 */
export function classifyRefusal(provider: Provider, status: number, body: Json): Refusal | null {
  if (status < 400 || status > 499) return null;
  const error = typeof body === 'string' ? { type: 'error', code: null, message: body } : readError(body);
  if (status === 402 || (error !== null && saysNoCredit(error))) return 'credit';
  if (MODEL_STATUSES.has(status) && error !== null && saysNoModel(provider, error)) return 'model';
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

function saysNoCredit({ type, code, message }: ProviderError): boolean {
  return CREDIT_WORDS.has(code ?? '') || CREDIT_WORDS.has(type) || /^your credit balance is too low/i.test(message);
}

/** Messages are matched from their beginning: further on they may quote the request. */
function saysNoModel(provider: Provider, { type, code, message }: ProviderError): boolean {
  if (MODEL_WORDS.has(code ?? '') || MODEL_WORDS.has(type)) return true;
  if (provider === 'anthropic') return type === 'not_found_error' && /^model\b/i.test(message);
  return NO_MODEL.test(message);
}

const NO_MODEL =
  /^(?:the )?(?:requested )?model\b.{0,300}?(?:not found|does not exist|not exist|is not available)|^invalid model (?:id|name)/i;
