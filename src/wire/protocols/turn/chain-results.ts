import { canonicalJson } from '#common/json.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import type { HandedBack } from '../format/wire-format.ts';
import type { ModelCall } from '../model-call.ts';

/**
 * For each call the results of the tools that its answer requests, in their order; `null`: never seen. A result is matched to
 * its request by call id, else by name, known arguments and order, in the first later call that returns it. Results that a
 * request already contained are no results of its answer: they belong to an earlier turn or step.
 */
export function chainResults(calls: readonly ModelCall[]): readonly (readonly (HandedBack | null)[])[] {
  const number = numbering();
  const keyed = calls.map(({ request }) => request.results.map((result) => keysOf(result, number)));
  const lists: (HandedBack | null)[][] = calls.map(({ answer }) =>
    ownResults(answer?.calls ?? [], answer?.results ?? []),
  );
  for (const [later, { request }] of calls.entries()) {
    const taken = new Set<number>();
    // The latest answer first: if a request was sent twice, the agent uses the last answer.
    for (let earlier = later - 1; earlier >= 0; earlier -= 1) {
      const requested = calls[earlier]?.answer?.calls ?? [];
      if (requested.length === 0) continue;
      const from = countRepeated(keyed[earlier] ?? [], keyed[later] ?? []);
      for (const [at, result] of pairs(requested, request.results, from, taken)) {
        const results = lists[earlier];
        if (results !== undefined) results[at] ??= result;
      }
    }
  }
  return lists;
}

/** Results of the provider's own tools, which come with the answer. */
function ownResults(calls: readonly RequestedCall[], results: readonly HandedBack[]): (HandedBack | null)[] {
  const paired = new Map(pairs(calls, results, 0, new Set()));
  return calls.map((_, at) => paired.get(at) ?? null);
}

/** Which call (by index) gets which result, from the result at `from` on; uses each result once. */
function pairs(
  calls: readonly RequestedCall[],
  results: readonly HandedBack[],
  from: number,
  taken: Set<number>,
): readonly (readonly [number, HandedBack])[] {
  const made: (readonly [number, HandedBack])[] = [];
  for (const [at, call] of calls.entries()) {
    const index = results.findIndex((result, place) => place >= from && !taken.has(place) && isFor(result, call));
    const result = results[index];
    if (result === undefined) continue;
    taken.add(index);
    made.push([at, result]);
  }
  return made;
}

function isFor(result: HandedBack, call: RequestedCall): boolean {
  if (result.call_id && call.id) return result.call_id === call.id;
  if (result.name !== null && result.name !== call.name) return false;
  return result.arguments === undefined || canonicalJson(result.arguments) === canonicalJson(call.arguments);
}

/** The identity of a result, with and without its content, each as a number. */
interface Keys {
  readonly whole: number;
  readonly slot: number;
}

function keysOf({ call_id, name, status, result }: HandedBack, number: (text: string) => number): Keys {
  const slot = canonicalJson([call_id, name]);
  return { whole: number(`${slot}${status}${canonicalJson(result)}`), slot: number(slot) };
}

function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
}

/**
 * How many results at the beginning of a later request repeat the earlier one's: the longest end of these that it begins with
 * (agents drop old messages). Agents also shorten old results: if no content is the same, ids and names decide.
 */
function countRepeated(earlier: readonly Keys[], later: readonly Keys[]): number {
  return overlap(earlier, later, 'whole') || overlap(earlier, later, 'slot');
}

function overlap(earlier: readonly Keys[], later: readonly Keys[], by: keyof Keys): number {
  for (let length = Math.min(earlier.length, later.length); length > 0; length -= 1) {
    const offset = earlier.length - length;
    let same = 0;
    while (same < length && earlier[offset + same]?.[by] === later[same]?.[by]) same += 1;
    if (same === length) return length;
  }
  return 0;
}
