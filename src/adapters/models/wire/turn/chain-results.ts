import { canonicalJson } from '#domain/json.ts';
import type { RequestedCall } from '#domain/messages/message-shape.ts';
import type { ModelCall } from '../model-call.ts';
import type { HandedBack } from '../wire-format.ts';

/**
 * For each call of a list the results of the tools that its answer requests, in their order; `null`: never seen. A result is tied to its
 * request by call id, else by name, arguments where they are known, and order, in the first later call that hands it back.
 * What a request already held when an answer was made is no result of that answer: it belongs to an earlier turn or step.
 */
export function chainResults(calls: readonly ModelCall[]): readonly (readonly (HandedBack | null)[])[] {
  const number = numbering();
  const keyed = calls.map(({ request }) => request.results.map((result) => keysOf(result, number)));
  const found: (HandedBack | null)[][] = calls.map(({ answer }) =>
    ownResults(answer?.calls ?? [], answer?.results ?? []),
  );
  for (const [later, { request }] of calls.entries()) {
    const taken = new Set<number>();
    // The latest answer first: of a request that was sent twice, the last answer is the one in use.
    for (let earlier = later - 1; earlier >= 0; earlier -= 1) {
      const requested = calls[earlier]?.answer?.calls ?? [];
      if (requested.length === 0) continue;
      const from = repeated(keyed[earlier] ?? [], keyed[later] ?? []);
      for (const [at, result] of pairs(requested, request.results, from, taken)) {
        const results = found[earlier];
        if (results !== undefined) results[at] ??= result;
      }
    }
  }
  return found;
}

/** Results of the provider's own tools, which come with the answer. */
function ownResults(calls: readonly RequestedCall[], results: readonly HandedBack[]): (HandedBack | null)[] {
  const paired = new Map(pairs(calls, results, 0, new Set()));
  return calls.map((_, at) => paired.get(at) ?? null);
}

/** Which call (by place) gets which result, from the result at `from` on; takes each result once. */
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

/** What a result is, and what it is for when its content is left aside, each as a number. */
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
 * How many results at the beginning of a later request are the earlier one's: the longest end of these that it begins with (agents drop
 * old messages). Agents also shorten old results: where no content is the same, ids and names must do.
 */
function repeated(earlier: readonly Keys[], later: readonly Keys[]): number {
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
