import { createHash } from 'node:crypto';
import type { ModelRequest } from '#adapters/models/ports.ts';
import type { ModelCall } from '#adapters/models/wire/model-call.ts';

/** The steps of one turn against its ceiling. */
export interface StepCount {
  step(request: Pick<ModelRequest, 'headers' | 'body'>): Step;
}

/** One request on its way. */
interface Step {
  /** Counts it, the first time that it is asked. A sentence when it is one too many, else `null`. */
  refusal(): string | null;
  over(call: ModelCall): void;
}

/**
 * Counts model calls, not retries: a request sent before that the client itself counts as a retry (`x-stainless-retry-count`), and,
 * of clients that do not count, one that got no answer.
 *
 * @param most `null`: any number
 */
export function createStepCount(most: number | null): StepCount {
  const unanswered = new Set<string>();
  const asked = new Set<string>();
  let count = 0;
  let exceeded = false;
  return {
    step({ headers, body }) {
      const told = headers['x-stainless-retry-count'];
      const hash = createHash('sha256').update(body).digest('base64');
      let verdict: string | null | undefined;
      return {
        refusal() {
          if (verdict !== undefined) return verdict;
          // A client's word alone is not taken: the header is easily written.
          const isRetry = told === undefined ? unanswered.has(hash) : Number(told) > 0 && asked.has(hash);
          asked.add(hash);
          if (!isRetry && most !== null && count >= most) exceeded = true;
          if (!isRetry) count += 1;
          // From then on nothing passes, or a refused call would pass as its own retry.
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
