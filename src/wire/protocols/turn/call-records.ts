import type { ModelCallRecord } from '#trials/trial/model-call-record.ts';
import type { ModelCall } from '../model-call.ts';

/**
 * The model calls of a turn as they are stored.
 *
 * @param steps those that count, in order
 * @param began_ms monotonic milliseconds at which the turn began
 */
export function callRecords(steps: readonly ModelCall[], began_ms: number): readonly ModelCallRecord[] {
  return steps.map((call, place) => ({
    step: place + 1,
    model: call.answer?.model ?? call.request.model,
    started_ms: Math.max(0, Math.round(call.started_ms - began_ms - waitedBefore(call, steps))),
    duration_ms: Math.round(call.latency_ms),
    usage: call.usage,
    ...(call.answer === null && call.fault?.kind === 'aborted' && { cancelled: true }),
    request: call.segments.map(({ hash }) => hash),
  }));
}

/** Our own waiting is no part of a turn's time: that of earlier calls must not move the later ones. */
function waitedBefore(call: ModelCall, steps: readonly ModelCall[]): number {
  const over = steps.filter((step) => step.started_ms + step.wait_ms + step.latency_ms <= call.started_ms);
  return over.reduce((sum, { wait_ms }) => sum + wait_ms, 0);
}
