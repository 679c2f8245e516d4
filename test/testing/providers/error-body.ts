import type { JsonObject } from './json.ts';
import type { Provider } from './provider.ts';
import type { Refusal } from './refusal.ts';

/** Body of an error in the provider's shape. `openaiShape`: an endpoint of Ollama that speaks OpenAI. */
export function errorBody(provider: Provider, refusal: Refusal, requestId: string, openaiShape: boolean): JsonObject {
  if (provider === 'anthropic') {
    const type = refusal.type ?? ANTHROPIC_TYPES[refusal.status] ?? 'api_error';
    return { type: 'error', error: { type, message: refusal.message }, request_id: requestId };
  }
  if (provider === 'gemini') {
    const { status, type, message } = refusal;
    return { error: { code: status, message, status: type ?? GEMINI_STATUSES[status] ?? 'INTERNAL' } };
  }
  if (provider === 'bedrock') return { message: refusal.message };
  if (provider === 'ollama' && !openaiShape) return { error: refusal.message };
  return { error: openaiError(refusal) };
}

/** The object `error` of OpenAI. */
export function openaiError({ status, message, type, code, param }: Refusal): JsonObject {
  return {
    message,
    type: type ?? OPENAI_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param,
    code: code ?? (status === 429 && type === null ? 'rate_limit_exceeded' : null),
  };
}

/** The type of an error of AWS's, which comes as a header. */
export function awsError({ status, type }: Refusal): string {
  return type ?? AWS_TYPES[status] ?? 'InternalServerException';
}

const AWS_TYPES: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
};

const GEMINI_STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const OPENAI_TYPES: Readonly<Record<number, string>> = { 429: 'requests' };

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};
