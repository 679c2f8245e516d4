import type { CaseRow, PairedCalls } from '../report.ts';

/** One line of the comparison: an expected call next to the call that stands for it; `null` where one side has none. */
export interface CallPair {
  readonly expected: NumberedCall | null;
  readonly called: NumberedCall | null;
  /** It is the first call that is really wrong. */
  readonly differs: boolean;
}

/** A call with its number among all of its side, from 1. */
interface NumberedCall {
  readonly number: number;
  readonly text: string;
}

/** An expected call, or one that was made, with its place from 0 in the turn (or the trial) that it is judged in. */
interface PlacedCall extends NumberedCall {
  readonly turn: number | null;
  readonly place: number;
}

/** The expected calls next to those of the trial that is shown, as its checks have paired them, turn by turn. */
export function callPairs({ expected, evidence }: CaseRow): readonly CallPair[] {
  const made = evidence?.calls ?? [];
  const hasTurns = [...made, ...(expected ?? [])].some(({ turn }) => turn !== null && turn > 1);
  const prefix = (turn: number | null): string => (turn !== null && hasTurns ? `turn ${turn}: ` : '');
  const expectedCalls = placed(
    (expected ?? []).flatMap(({ turn, calls }) =>
      calls.map((text) => ({ turn, text: `${prefix(turn)}${calls.length > 1 ? 'at once: ' : ''}${text}` })),
    ),
  );
  const called = placed(
    made.map(({ turn, name, arguments: args, status }) => ({
      turn,
      text: `${expected === null ? '' : prefix(turn)}${name}${status === 'error' ? ' (failed)' : ''} ${args}`,
    })),
  );
  const paired = evidence?.paired ?? [];
  const pairs = withPartners(expectedCalls, called, paired);
  const first = expected === null ? undefined : paired.find(({ wrong }) => wrong !== null);
  const at = first === undefined ? -1 : pairs.findIndex((pair) => isWrong(pair, first, called));
  return pairs.map((pair, index) => ({ ...pair, differs: index === at }));
}

type Pair = { readonly expected: PlacedCall | null; readonly called: PlacedCall | null };

function placed(calls: readonly { readonly turn: number | null; readonly text: string }[]): readonly PlacedCall[] {
  return calls.map((call, index) => ({
    ...call,
    number: index + 1,
    place: calls.slice(0, index).filter(({ turn }) => turn === call.turn).length,
  }));
}

/** The made call at a place of a turn, or of the whole trial. */
function callAt(called: readonly PlacedCall[], turn: number | null, place: number): PlacedCall | null {
  return (turn === null ? called : called.filter((call) => call.turn === turn))[place] ?? null;
}

/** Calls that no check has paired are next to each other in their order; what is left over follows the call before it. */
function withPartners(
  expectedCalls: readonly PlacedCall[],
  called: readonly PlacedCall[],
  paired: readonly PairedCalls[],
): readonly Pair[] {
  const partners = new Map(
    expectedCalls.map((call) => {
      const own = paired.find(({ turn }) => turn === call.turn);
      const made = own?.pairs.find(([expected]) => expected === call.place)?.[1];
      return [call, made === undefined ? null : callAt(called, call.turn, made)];
    }),
  );
  const free = new Set(called.filter((call) => ![...partners.values()].includes(call)));
  const rows: Pair[] = expectedCalls.map((expected) => {
    const partner =
      partners.get(expected) ?? [...free].find(({ turn }) => expected.turn === null || turn === expected.turn) ?? null;
    if (partner !== null) free.delete(partner);
    return { expected, called: partner };
  });
  for (const call of free) {
    const before = rows.findLastIndex((row) => (row.called?.number ?? call.number) < call.number);
    rows.splice(before + 1, 0, { expected: null, called: call });
  }
  return rows;
}

function isWrong(
  { expected, called: made }: Pair,
  { turn, wrong }: PairedCalls,
  called: readonly PlacedCall[],
): boolean {
  if (wrong === null) return false;
  if (wrong.expected !== null) return expected?.turn === turn && expected.place === wrong.expected;
  return wrong.made !== null && made !== null && made === callAt(called, turn, wrong.made);
}
