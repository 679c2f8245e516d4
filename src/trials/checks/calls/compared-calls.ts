import { alignCalls } from '#cases/matching/align-calls.ts';
import { type CallDifference, matchCall } from '#cases/matching/match-call.ts';
import type { ExpectedCall, ToolOrder, ToolsExpectation } from '#cases/suite/expectation.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';

/** How far two calls must agree to be paired: by name; by name and arguments; by name, arguments and status. */
export type Agreement = 'name' | 'arguments' | 'status';

/** Expected and actual calls, and how they compare, for the parts of the check and for metrics. */
export interface ComparedCalls {
  readonly expectation: ToolsExpectation;
  /** Flat, in the order written. */
  readonly expected: readonly ExpectedCall[];
  /** Number of expected calls of each step; more than 1 for a parallel group. */
  readonly steps: readonly number[];
  readonly actual: readonly ToolCall[];
  /** First difference of one pair, `null` if name, arguments and status match. */
  difference(expected: number, actual: number): CallDifference | null;
  agree(expected: number, actual: number, agreement: Agreement): boolean;
  /** Pairs [expected, actual], as many as the order allows (see alignCalls). */
  align(order: ToolOrder, agreement: Agreement): readonly (readonly [number, number])[];
}

/** Compares expected and actual calls. Each pair is compared once, on first use. */
export function compareCalls(expectation: ToolsExpectation, made: readonly ToolCall[]): ComparedCalls {
  const groups = expectation.calls.map((step) => (step.kind === 'call' ? [step.call] : step.calls));
  const expected = groups.flat().map(withComposedName);
  const actual = made.map(withComposedName);
  const steps = groups.map((group) => group.length);
  const known = new Map<number, CallDifference | null>();

  const difference = (e: number, a: number): CallDifference | null => {
    const cell = e * actual.length + a;
    const cached = known.get(cell);
    if (cached !== undefined) return cached;
    const [expectedCall, actualCall] = [expected[e], actual[a]];
    if (expectedCall === undefined || actualCall === undefined) throw new RangeError(`no pair (${e}, ${a}) of calls`);
    const mismatch = matchCall(expectedCall, actualCall);
    known.set(cell, mismatch);
    return mismatch;
  };
  const agree = (e: number, a: number, agreement: Agreement): boolean => {
    if (expected[e]?.name !== actual[a]?.name) return false;
    if (agreement === 'name') return true;
    const mismatch = difference(e, a);
    return mismatch === null || (agreement === 'arguments' && mismatch.code === 'wrong_status');
  };
  const aligned = new Map<string, readonly (readonly [number, number])[]>();
  const align = (order: ToolOrder, agreement: Agreement): readonly (readonly [number, number])[] => {
    const key = `${order} ${agreement}`;
    const pairs = aligned.get(key) ?? alignCalls(steps, actual.length, order, (e, a) => agree(e, a, agreement));
    aligned.set(key, pairs);
    return pairs;
  };
  return { expectation, expected, steps, actual, difference, agree, align };
}

/** In Unicode NFC, which names are compared in. */
function withComposedName<Call extends { readonly name: string }>(call: Call): Call {
  const name = call.name.normalize('NFC');
  return name === call.name ? call : { ...call, name };
}
