import { createHash } from 'node:crypto';
import type { ModelRequest } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';

/** Counts the steps of one turn against its limit. */
export interface StepCount {
  step(request: Pick<ModelRequest, 'headers' | 'body'>): Step;
}

/** One request in progress. */
interface Step {
  /** Counts it on the first call. A sentence if it exceeds the limit, else `null`. */
  refusal(): string | null;
  over(call: ModelCall): void;
}

/**
 * Counts model calls, not retries: a repeated request that the client itself counts as a retry (`x-stainless-retry-count`), or,
 * for clients that do not count, one whose first try got no answer.
 *
 * @param most `null`: any number
 */
export function createStepCount(most: number | null): StepCount {
  const unanswered = new Set<string>();
  const requests = new Set<string>();
  let count = 0;
  let exceeded = false;
  return {
    step({ headers, body }) {
      const retries = headers['x-stainless-retry-count'];
      const hash = createHash('sha256').update(body).digest('base64');
      let verdict: string | null | undefined;
      return {
        refusal() {
          if (verdict !== undefined) return verdict;
          // The header alone proves nothing: any client can write it.
          const isRetry = retries === undefined ? unanswered.has(hash) : Number(retries) > 0 && requests.has(hash);
          requests.add(hash);
          if (!isRetry && most !== null && count >= most) exceeded = true;
          if (!isRetry) count += 1;
          // From then on everything is refused, or a refused call would pass as its own retry.
          verdict = exceeded
            ? `limits.max_steps allows ${most} model calls per turn; the agent asked for one more`
            : null;
          return verdict;
        },
        over({ answer }) {
          if (answer === null) unanswered.add(hash);
          else unanswered.delete(hash);
        },
      };
    },
  };
}
