import type { Provider } from './provider.ts';
import { Refusal } from './refusal.ts';

/** Counts what is in flight and turns away what is too much. */
export class Admission {
  #inFlight = 0;
  readonly #limit: number;
  readonly #retryAfter: number;

  constructor(
    { limit, retry_after: retryAfter }: { limit: number; retry_after?: number } = { limit: Number.POSITIVE_INFINITY },
  ) {
    this.#limit = limit;
    this.#retryAfter = retryAfter ?? 1;
  }

  /** Takes a place; the result gives it back, once. @throws Refusal with 429 */
  readonly enter = (provider: Provider): (() => void) => {
    if (this.#inFlight >= this.#limit) throw new Refusal(429, this.#words(provider), { retry_after: this.#retryAfter });
    this.#inFlight += 1;
    let inside = true;
    return () => {
      if (inside) this.#inFlight -= 1;
      inside = false;
    };
  };

  #words(provider: Provider): string {
    switch (provider) {
      case 'openai':
      case 'azure':
      case 'openrouter':
      case 'vercel':
        return `Rate limit reached for requests in organization org-scripted: Limit ${this.#limit}, Used ${this.#inFlight}, Requested 1. Please try again in ${this.#retryAfter}s.`;
      case 'anthropic':
        return 'Number of concurrent connections has exceeded your rate limit. Please try again later.';
      case 'gemini':
        return 'Resource has been exhausted (e.g. check quota).';
      case 'bedrock':
        return 'Too many requests, please wait before trying again.';
      case 'ollama':
        return 'server busy, please try again. maximum pending requests exceeded';
    }
  }
}
