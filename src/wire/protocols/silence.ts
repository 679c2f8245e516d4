import { duration } from '#common/words.ts';
import type { CallFault, ModelCall } from './model-call.ts';

/**
 * Milliseconds in which the agent waited for a silent provider: the silent end of each call that was open, or that the agent
 * gave up. Overlapping times count once, so that many calls make the time no longer.
 */
export function silentTime(calls: readonly ModelCall[]): number {
  const silences = calls
    .filter(({ fault, silent_ms }) => fault?.kind === 'aborted' && silent_ms > 0)
    .map(({ started_ms, latency_ms, wait_ms, silent_ms }) => {
      const end = started_ms + latency_ms + wait_ms;
      return { from: end - silent_ms, end };
    })
    .sort((left, right) => left.from - right.from);
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, end } of silences) {
    sum += Math.max(0, end - Math.max(from, until));
    until = Math.max(until, end);
  }
  return sum;
}

/**
 * The fault of a provider that was silent for at least half of a trial's time; `null`: it was not. Less proves nothing: an agent
 * that gives its model no time to answer, or calls it at the last moment, is at fault itself.
 */
export function silenceFault(silent_ms: number, trial_timeout_ms: number): CallFault | null {
  if (silent_ms < trial_timeout_ms / 2) return null;
  const message = `the model's provider did not answer a request for at least half of the ${duration(trial_timeout_ms)} that a trial may take (limits.trial_timeout)`;
  return { kind: 'provider', status: null, message };
}
