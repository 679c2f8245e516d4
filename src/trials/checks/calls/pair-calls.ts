import { matchValue } from '#cases/matching/match-value.ts';
import type { ExpectedCall } from '#cases/suite/expectation.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { ComparedCalls } from './compared-calls.ts';

/** Which actual call corresponds to which expected one. Numbers are positions. */
export interface CallPairing {
  /** Every pair, in the order of the expected calls. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Same name, other arguments: the expected call and the most similar actual one. */
  readonly different: readonly (readonly [number, number])[];
  /** Expected calls without a remaining call of that name. */
  readonly missing: readonly number[];
}

/**
 * Pairs calls for the report: first as many as possible by name and arguments, then the rest by name, the most similar
 * arguments first. Calls of one name are interchangeable by name, so the second step loses no pair.
 */
export function pairCalls(calls: ComparedCalls): CallPairing {
  const equal = calls.align('any', 'arguments');
  const unmatched = rest(calls.expected.length, new Set(equal.map(([e]) => e)));
  const left = new Set(rest(calls.actual.length, new Set(equal.map(([, a]) => a))));
  const different: (readonly [number, number])[] = [];
  const missing: number[] = [];
  for (const e of unmatched) {
    const closest = closestCall(calls, e, left);
    if (closest === null) {
      missing.push(e);
      continue;
    }
    left.delete(closest);
    different.push([e, closest]);
  }
  return { pairs: [...equal, ...different].sort(([left], [right]) => left - right), different, missing };
}

function rest(length: number, used: ReadonlySet<number>): number[] {
  return Array.from({ length }, (_, index) => index).filter((index) => !used.has(index));
}

/** The call of the same name with the most correct arguments; the earliest of equals. */
function closestCall(calls: ComparedCalls, e: number, left: ReadonlySet<number>): number | null {
  let closest: { readonly a: number; readonly right: number } | null = null;
  for (const a of left) {
    const [expectedCall, actualCall] = [calls.expected[e], calls.actual[a]];
    if (expectedCall === undefined || actualCall === undefined || expectedCall.name !== actualCall.name) continue;
    const right = likeness(expectedCall, actualCall);
    if (closest === null || right > closest.right) closest = { a, right };
  }
  return closest?.a ?? null;
}

/** How many arguments of an expected call an actual one has right; only to choose which call to show. */
function likeness({ args, args_match }: ExpectedCall, made: ToolCall): number {
  if (args === null || args_match === 'ignore') return 0;
  return Object.entries(args).filter(([name, value]) => {
    const actual = Object.hasOwn(made.arguments, name) ? made.arguments[name] : undefined;
    return matchValue(value, actual, args_match) === null;
  }).length;
}
