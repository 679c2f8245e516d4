import type { ToolCall } from '#trials/trial/trajectory.ts';

/** How calls that somebody else saw join those that are listed. */
export interface Joining<Seen> {
  /** By the place of the call that was seen, the place of the same call in the list. */
  readonly twins: ReadonlyMap<number, number>;
  /** A listed call with what is known of its twin. */
  readonly complete: (listed: ToolCall, seen: Seen) => ToolCall;
  /** A call that the agent did not list. */
  readonly alone: (seen: Seen) => ToolCall;
}

/** One list of both: a call that the agent did not list comes before the next one that both have, or at the end. */
export function interleave<Seen>(
  listed: readonly ToolCall[],
  seen: readonly Seen[],
  { twins, complete, alone }: Joining<Seen>,
): readonly ToolCall[] {
  const seenAt = new Map([...twins].map(([place, at]) => [at, place]));
  const completeCall = (call: ToolCall, at: number): ToolCall => {
    const twin = seen[seenAt.get(at) ?? -1];
    return twin === undefined ? call : complete(call, twin);
  };
  const merged: ToolCall[] = [];
  const waiting: ToolCall[] = [];
  let next = 0;
  for (const [place, call] of seen.entries()) {
    const at = twins.get(place);
    if (at === undefined) {
      waiting.push(alone(call));
      continue;
    }
    if (at < next) continue;
    merged.push(...listed.slice(next, at).map((item, offset) => completeCall(item, next + offset)));
    merged.push(...waiting.splice(0), completeCall(listed[at] ?? alone(call), at));
    next = at + 1;
  }
  merged.push(...listed.slice(next).map((item, offset) => completeCall(item, next + offset)), ...waiting);
  return merged;
}
