import { createHash } from 'node:crypto';
import type { CallContext, ModelRequest, RecordedTurn } from '#application/model-ports.ts';
import type { Clock } from '#application/ports.ts';
import type { Endpoint, ModelCall } from '#domain/wire/model-call.ts';

/** The model calls of one turn. */
export interface TurnCalls {
  /** For a request that arrives now. */
  context(request: Pick<ModelRequest, 'headers' | 'body'>, endpoint: Endpoint | null): CallContext;
  /** Milliseconds in which at least one call waited, up to the end of the turn. */
  waited(): number;
  /** The calls that are complete, in the order of their requests; the same list from then on. */
  end(): readonly ModelCall[];
  ended(): boolean;
}

/** `onLate` is called for each call that the turn's end came before. */
export function createTurnCalls(
  turn: RecordedTurn,
  clock: Pick<Clock, 'monotonic'>,
  onLate: (call: ModelCall) => void,
): TurnCalls {
  const complete: { readonly at: number; readonly call: ModelCall }[] = [];
  const steps = createStepCount(turn.max_steps);
  const wait = createWaitGauge(clock);
  let arrived = 0;
  let taken: readonly ModelCall[] | null = null;

  return {
    context(request, endpoint) {
      arrived += 1;
      const at = arrived;
      const step = taken === null && endpoint !== null && endpoint !== 'openai_embeddings' ? steps.step(request) : null;
      return {
        ledger: 'agent',
        attempt: taken === null ? turn.attempt : null,
        refusal: () => step?.refusal() ?? null,
        onWait: (waiting) => wait.note(waiting),
        onCall(call) {
          step?.over(call);
          if (taken === null) complete.push({ at, call });
          else onLate(call);
        },
      };
    },
    waited: () => wait.total(),
    end() {
      wait.stop();
      taken ??= complete.sort((one, other) => one.at - other.at).map(({ call }) => call);
      return taken;
    },
    ended: () => taken !== null,
  };
}

interface Step {
  refusal(): string | null;
  over(call: ModelCall): void;
}

/**
 * Counts model calls, not retries: a request sent before that the client itself counts as a retry (`x-stainless-retry-count`), and,
 * of clients that do not count, one that got no answer.
 */
function createStepCount(most: number | null): { step(request: Pick<ModelRequest, 'headers' | 'body'>): Step } {
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
            ? `limits.max_steps allows ${most} model calls a turn; the agent asked for one more`
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

/** Adds up the time in which anybody waits. */
function createWaitGauge(clock: Pick<Clock, 'monotonic'>) {
  let waiting = 0;
  let since = 0;
  let sum = 0;
  let stopped: number | null = null;
  const total = (): number => stopped ?? sum + (waiting > 0 ? clock.monotonic() - since : 0);
  return {
    total,
    note(begins: boolean): void {
      if (begins && waiting === 0) since = clock.monotonic();
      waiting += begins ? 1 : -1;
      if (!begins && waiting === 0) sum += clock.monotonic() - since;
    },
    stop(): void {
      stopped = total();
    },
  };
}
