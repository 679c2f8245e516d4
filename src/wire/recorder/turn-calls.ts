import { createHash } from 'node:crypto';
import type { Clock } from '#ports/ports.ts';
import { createWaitGauge } from '#ports/wait-gauge.ts';
import { createDeferred, settledWithin } from '#process/deferred.ts';
import type { CallContext, ModelRequest, RecordedTurn } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import { type Endpoint, isStep } from '#wire/protocols/providers.ts';

/** The model calls of one turn. */
export interface TurnCalls {
  /** For a request that arrives now. */
  context(request: Pick<ModelRequest, 'headers' | 'body'>, endpoint: Endpoint | null): CallContext;
  /** Milliseconds in which at least one call waited, up to the end of the turn. */
  waited(): number;
  /** Milliseconds since the first model call arrived, without those in which one waited; `null`: none has. */
  sinceFirstCall(): number | null;
  /** The calls that have not ended, in their current state. */
  open(): readonly ModelCall[];
  /**
   * Waits, at the end of the turn, until it is known which open calls the client has hung up on: they belong to the turn. A call
   * that is answered later than that does not.
   */
  settle(): Promise<void>;
  /** The complete calls, in the order of their requests; from then on always the same list. */
  end(): readonly ModelCall[];
  ended(): boolean;
}

/** `onLate` is called for each call that ends after the turn. */
export function createTurnCalls(
  turn: RecordedTurn,
  clock: Pick<Clock, 'monotonic'>,
  onLate: (call: ModelCall) => void,
): TurnCalls {
  const complete: { readonly at: number; readonly call: ModelCall }[] = [];
  const steps = createStepCount(turn.max_steps);
  const wait = createWaitGauge(clock);
  const open = new Set<() => ModelCall>();
  let arrived = 0;
  let first: { readonly at: number; readonly waited: number } | null = null;
  let finalCalls: readonly ModelCall[] | null = null;
  let settling: (() => void) | null = null;

  return {
    context(request, endpoint) {
      arrived += 1;
      const at = arrived;
      if (endpoint !== null) first ??= { at: clock.monotonic(), waited: wait.total() };
      let look: (() => ModelCall) | null = null;
      const step = finalCalls === null && isStep(endpoint) ? steps.step(request) : null;
      return {
        ledger: 'agent',
        attempt: finalCalls === null ? turn.attempt : null,
        refusal: () => step?.refusal() ?? null,
        onWait: (waiting) => wait.note(waiting),
        onOpen(asItStands) {
          look = asItStands;
          open.add(asItStands);
        },
        onCall(call) {
          if (look !== null) open.delete(look);
          step?.over(call);
          const isLate = finalCalls !== null || (settling !== null && call.fault?.kind !== 'aborted');
          if (isLate) onLate(call);
          else complete.push({ at, call });
          if (open.size === 0) settling?.();
        },
      };
    },
    waited: () => wait.total(),
    sinceFirstCall: () => (first === null ? null : clock.monotonic() - first.at - (wait.total() - first.waited)),
    open: () => [...open].map((look) => look()),
    async settle() {
      wait.stop();
      if (open.size === 0 || finalCalls !== null) return;
      const settled = createDeferred<void>();
      settling = () => settled.resolve();
      await settledWithin(settled.promise, PATIENCE_MS);
    },
    end() {
      wait.stop();
      finalCalls ??= complete.sort((left, right) => left.at - right.at).map(({ call }) => call);
      return finalCalls;
    },
    ended: () => finalCalls !== null,
  };
}

/** A client closes its connection before its agent answers, but the answer may be read first: on a busy machine, long before. */
const PATIENCE_MS = 1_000;

/** Counts the steps of one turn against its limit. */
interface StepCount {
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
function createStepCount(most: number | null): StepCount {
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
