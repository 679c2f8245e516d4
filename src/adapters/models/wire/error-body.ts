import type { JsonObject } from '#domain/json.ts';
import type { Provider } from './model-call.ts';

/**
 * An error as the provider's own clients read it.
 *
 * @param type a word for programs, such as `rate_limit_error`; Ollama has none
 */
export function errorBody(provider: Provider, type: string, message: string, code: string | null = null): JsonObject {
  switch (provider) {
    case 'openai':
      return { error: { message, type, param: null, code } };
    case 'anthropic':
      return { type: 'error', error: { type, message } };
    case 'ollama':
      return { error: message };
  }
}
