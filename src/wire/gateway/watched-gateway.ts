import type { RoundCalls } from '#trials/trial/provider-incident.ts';
import type { CallContext, ModelGateway, ModelRequest } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import { isLost } from '#wire/protocols/turn/fold-calls.ts';

/** A gateway that counts, round by round, what its providers did with the calls of trials. */
export interface WatchedGateway {
  readonly gateway: ModelGateway;
  rounds(): readonly RoundCalls[];
}

/** The same gateway, watched. What a judge asks belongs to no round of the agent. */
export function watchedGateway(gateway: ModelGateway): WatchedGateway {
  const seen = new Map<number, { calls: number; late: number; readonly refused: Map<number | null, number> }>();

  function count(round: number, call: ModelCall): void {
    if (call.replayed || call.tries === 0) return;
    const counted = seen.get(round) ?? { calls: 0, late: 0, refused: new Map() };
    seen.set(round, counted);
    counted.calls += 1;
    const status = call.fault?.status ?? null;
    if (isLost(call)) counted.refused.set(status, (counted.refused.get(status) ?? 0) + 1);
    else if (call.fault === null && call.tries > 1) counted.late += 1;
  }

  return {
    gateway: toldOf(gateway, (_, { attempt, ledger }) =>
      attempt === null || ledger === 'judge' ? null : (call) => count(attempt.trial.index, call),
    ),
    rounds: () => [...seen].map(([round, counted]) => ({ round, ...counted })),
  };
}

/** The same gateway, which also tells somebody of each call; `null`: nobody of calls of this request. */
export function toldOf(
  gateway: ModelGateway,
  tellerOf: (request: ModelRequest, context: CallContext) => ((call: ModelCall) => void) | null,
): ModelGateway {
  return {
    ...gateway,
    call(request, context, signal) {
      const tell = tellerOf(request, context);
      if (tell === null) return gateway.call(request, context, signal);
      const onCall = (call: ModelCall) => {
        tell(call);
        context.onCall(call);
      };
      return gateway.call(request, { ...context, onCall }, signal);
    },
  };
}
