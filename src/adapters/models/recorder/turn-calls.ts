import type { CallContext, ModelRequest, RecordedTurn } from '#adapters/models/ports.ts';
import type { ModelCall } from '#adapters/models/wire/model-call.ts';
import { type Endpoint, isStep } from '#adapters/models/wire/providers.ts';
import type { Clock } from '#application/ports.ts';
import { createWaitGauge } from '#application/trials/wait-gauge.ts';
import { createStepCount } from './step-count.ts';

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
  let taken: readonly ModelCall[] | null = null;

  return {
    context(request, endpoint) {
      arrived += 1;
      const at = arrived;
      if (endpoint !== null) first ??= { at: clock.monotonic(), waited: wait.total() };
      let look: (() => ModelCall) | null = null;
      const step = taken === null && isStep(endpoint) ? steps.step(request) : null;
      return {
        ledger: 'agent',
        attempt: taken === null ? turn.attempt : null,
        refusal: () => step?.refusal() ?? null,
        onWait: (waiting) => wait.note(waiting),
        onOpen(asItStands) {
          look = asItStands;
          open.add(asItStands);
        },
        onCall(call) {
          if (look !== null) open.delete(look);
          step?.over(call);
          if (taken === null) complete.push({ at, call });
          else onLate(call);
        },
      };
    },
    waited: () => wait.total(),
    sinceFirstCall: () => (first === null ? null : clock.monotonic() - first.at - (wait.total() - first.waited)),
    open: () => [...open].map((look) => look()),
    end() {
      wait.stop();
      taken ??= complete.sort((one, other) => one.at - other.at).map(({ call }) => call);
      return taken;
    },
    ended: () => taken !== null,
  };
}
