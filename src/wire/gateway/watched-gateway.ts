import type { RoundCalls } from '#trials/trial/provider-incident.ts';
import type { ModelGateway } from '#wire/ports.ts';
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
    gateway: {
      ...gateway,
      call(request, context, signal) {
        const { attempt, ledger } = context;
        if (attempt === null || ledger === 'judge') return gateway.call(request, context, signal);
        const onCall = (call: ModelCall) => {
          count(attempt.trial.index, call);
          context.onCall(call);
        };
        return gateway.call(request, { ...context, onCall }, signal);
      },
    },
    rounds: () => [...seen].map(([round, counted]) => ({ round, ...counted })),
  };
}
