import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';

/** A provider's error; untrusted text. */
export interface ProviderError {
  /** The provider's name for it (`overloaded_error`, `server_error`), `error` if it has none. */
  readonly type: string;
  /** A second, narrower name (`insufficient_quota`, `model_not_found`). */
  readonly code: string | null;
  readonly message: string;
}

/**
 * The error in a body or an event: `{error: {message, type, code}}` (OpenAI, Azure), `{type: error, error: {…}}` (Anthropic),
 * `{error: {code, message, status}}`
 * (Gemini), `{error: text}` (Ollama), `{__type, message}` (AWS, whose errors
 * may have a message alone), `{type: error, code, message}` and `{type: response.failed, response: {error}}` (Responses),
 * `{object: error, message}` (vLLM), and a list around one of these. `null`: there is none.
 */
export function readError(body: Json): ProviderError | null {
  if (Array.isArray(body)) return isJsonObject(body[0]) ? readError(body[0]) : null;
  if (!isJsonObject(body)) return null;
  const { error, response } = body;
  if (typeof error === 'string') return { type: 'error', code: null, message: error };
  if (isJsonObject(error)) return describeError(error, 'error');
  if (body['type'] === 'response.failed') {
    const failed = isJsonObject(response) && isJsonObject(response['error']) ? response['error'] : {};
    return describeError(failed, 'response.failed');
  }
  if (typeof body['__type'] === 'string' || Object.keys(body).every((key) => /^message$/i.test(key))) {
    const message = stringOrNull(body['message']) ?? stringOrNull(body['Message']);
    const type = stringOrNull(body['__type'])?.replace(/^.*#/, '') ?? 'error';
    return message === null ? null : { type, code: null, message };
  }
  const isError = body['type'] === 'error' || body['object'] === 'error' || body['status'] === 'failed';
  return isError ? describeError(body, 'error') : null;
}

function describeError(error: JsonObject, otherwise: string): ProviderError {
  const code = stringOrNull(error['code']);
  const type = stringOrNull(error['type']);
  return {
    type: (type === 'error' ? null : type) ?? code ?? stringOrNull(error['status']) ?? otherwise,
    code,
    message: stringOrNull(error['message']) ?? 'no message',
  };
}
