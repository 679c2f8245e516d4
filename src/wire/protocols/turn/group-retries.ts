import type { HandedBack } from '../format/wire-format.ts';
import type { ModelCall } from '../model-call.ts';

/**
 * The calls that count as model calls, by index: if the client sent a request again, only the last try that was answered, or the
 * last one if none was. A call is a retry of an earlier one with the same body if the client says so (`retry_count` above 0), or,
 * if it does not count, when nothing used the earlier answer (no later request returns a result of its calls). A used answer
 * always counts.
 *
 * @param results of each call's tools, from `chainResults`
 */
export function lastTries(
  calls: readonly ModelCall[],
  results: readonly (readonly (HandedBack | null)[])[],
): readonly number[] {
  const standing: number[] = [];
  const isUsed = (place: number) =>
    results[place]?.some((result) => result !== null && !calls[place]?.answer?.results?.includes(result)) === true;
  for (const [place, call] of calls.entries()) {
    const again = standing.filter((earlier) => !isUsed(earlier) && isTryOf(call, calls[earlier]));
    // Among several equal requests, the unanswered one was sent again.
    const earlier = again.findLast((at) => calls[at]?.answer === null) ?? again.at(-1);
    if (earlier === undefined) standing.push(place);
    else if (call.answer !== null || calls[earlier]?.answer === null) {
      standing.splice(standing.indexOf(earlier), 1);
      standing.push(place);
    }
  }
  return standing;
}

function isTryOf({ endpoint, request }: ModelCall, earlier: ModelCall | undefined): boolean {
  if (earlier === undefined || earlier.endpoint !== endpoint) return false;
  if (earlier.request.body_hash !== request.body_hash) return false;
  const before = earlier.request.retry_count;
  return request.retry_count === null ? before === null : (before ?? 0) < request.retry_count;
}
