import type { CallFault, ModelCall } from '../model-call.ts';

/**
 * The fault that a turn has to answer for. A refusal of ours (budget, cassette, step limit) is final: the first one counts. Otherwise the
 * last fault of the provider that no later call with the same body made good. What the agent brought about itself
 * (`rejected`, `aborted`) is none.
 */
export function unrecoveredFault(calls: readonly ModelCall[]): CallFault | null {
  const refused = calls.find(({ fault }) => fault !== null && REFUSALS.has(fault.kind));
  if (refused !== undefined) return refused.fault;
  const answered = new Set<string>();
  for (const { fault, answer, request } of calls.toReversed()) {
    if (answer !== null) answered.add(request.body_hash);
    else if (fault !== null && UPSTREAM.has(fault.kind) && !answered.has(request.body_hash)) return fault;
  }
  return null;
}

const REFUSALS: ReadonlySet<CallFault['kind']> = new Set(['budget', 'replay_miss', 'limit']);
const UPSTREAM: ReadonlySet<CallFault['kind']> = new Set(['rate_limit', 'provider', 'network']);
