import { plural } from '#common/words.ts';
import type { Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';
import type { CaseRow, PairedCalls } from '../report.ts';
import { GAP, hangLine, pad, sideBySide, type TerminalOptions, widthOf, wrapLine } from './layout.ts';

/**
 * The calls that a case expects next to those of one failed trial, the first difference marked; empty without either. Texts are
 * the agent's and the suite's.
 */
export function callDifference(row: CaseRow, { columns }: TerminalOptions, paint: Paint): readonly string[] {
  const { expected, evidence } = row;
  if (evidence === null || (evidence.calls.length === 0 && (expected ?? []).length === 0)) return [];
  const { before, pairs, after } = nearDifference(callPairs(row));
  const called = `called in trial ${evidence.trial}`;
  const leftOut = (count: number, where: string) =>
    count === 0 ? [] : [`${INDENT}… ${plural(count, 'call')} ${where}`];
  const [above, below] = [leftOut(before, 'before'), leftOut(after + evidence.more_calls, 'after')];
  if (expected === null) return [...alone(called, pairs, columns, paint), ...below];
  const half = halfWidth(pairs, columns);
  const lines = half === null ? stackPairs(pairs, columns, paint) : inColumns(called, pairs, half, paint);
  return [...lines.slice(0, half === null ? 0 : 1), ...above, ...lines.slice(half === null ? 0 : 1), ...below];
}

/** Of many calls those around the first wrong one. */
function nearDifference(all: readonly CallPair[]): {
  readonly before: number;
  readonly pairs: readonly CallPair[];
  readonly after: number;
} {
  const first = Math.max(
    0,
    all.findIndex(({ differs }) => differs),
  );
  const before = all.length <= MOST_PAIRS ? 0 : Math.min(Math.max(0, first - MOST_PAIRS / 2), all.length - MOST_PAIRS);
  const pairs = all.slice(before, before + MOST_PAIRS);
  return { before, pairs, after: all.length - before - pairs.length };
}

const MOST_PAIRS = 8;

/** Columns of one half if two fit side by side, else `null`. */
function halfWidth(pairs: readonly CallPair[], columns: number | null): number | null {
  const widest = Math.max(...pairs.map(({ expected }) => widthOf(textOf(expected)) + NUMBER));
  if (columns === null) return Math.min(Math.max(widest, 24), WIDEST_HALF);
  if (columns < SIDE_BY_SIDE) return null;
  return Math.min(Math.max(widest, 24), Math.floor((columns - INDENT.length - GAP.length) / 2));
}

const SIDE_BY_SIDE = 72;
const WIDEST_HALF = 60;
const INDENT = '      ';
const MARKED = '    ▸ ';
/** Columns of `12 ` before a call. */
const NUMBER = 3;

function inColumns(called: string, pairs: readonly CallPair[], half: number, paint: Paint): readonly string[] {
  const head = `${INDENT}${pad('expected', half)}${GAP}${called}`;
  const rows = pairs.flatMap((pair) => {
    const left = numbered(pair.expected, half);
    const right = numbered(pair.called, half);
    if (!pair.differs) return sideBySide(left, right, half).map((line) => `${INDENT}${line}`);
    const coloured = sideBySide(
      left.map((line) => paint(line, 'green')),
      right.map((line) => paint(line, 'red')),
      half,
    );
    return coloured.map((line, index) => `${index === 0 ? paint(MARKED, 'yellow') : INDENT}${line}`);
  });
  return [paint(head.trimEnd(), 'dim'), ...rows];
}

/** For a narrow terminal: each pair below the other, alike ones once. */
function stackPairs(pairs: readonly CallPair[], columns: number | null, paint: Paint): readonly string[] {
  return pairs.flatMap(({ expected, called, differs }) => {
    if (!differs && called !== null) return hangLine(`  ${called.number} `, textOf(called), columns);
    const number = (expected ?? called)?.number ?? 1;
    return [
      ...hangLine(`${differs ? '▸' : ' '} ${number} expected `, textOf(expected), columns).map((line) =>
        paint(line, 'green'),
      ),
      ...hangLine(`    called   `, textOf(called), columns).map((line) => paint(line, 'red')),
    ];
  });
}

/** The calls of a case that expects none in particular. */
function alone(head: string, pairs: readonly CallPair[], columns: number | null, paint: Paint): readonly string[] {
  return [
    paint(`${INDENT}${head}`, 'dim'),
    ...pairs.flatMap(({ called }) => hangLine(`${INDENT}${called?.number ?? ''} `, textOf(called), columns)),
  ];
}

function numbered(call: CallPair['called'], width: number): readonly string[] {
  const number = call === null ? '  ' : `${call.number} `;
  const lines = wrapLine(textOf(call), width - number.length);
  return lines.map((line, index) => `${index === 0 ? number : ' '.repeat(number.length)}${line}`);
}

function textOf(call: CallPair['called']): string {
  return call === null ? '(no call)' : plainLine(call.text, LONGEST_CALL);
}

const LONGEST_CALL = 300;

/** One line of the comparison: an expected call next to the call that stands for it; `null` where one side has none. */
interface CallPair {
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
function callPairs({ expected, evidence }: CaseRow): readonly CallPair[] {
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
      text: `${expected === null ? '' : prefix(turn)}${name}${status === 'error' ? ' (failed)' : ''} ${args ?? '…'}`,
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
      if (made === undefined) return [call, null];
      const beyond = { turn: call.turn, place: made, number: made + 1, text: '(not shown)' };
      return [call, callAt(called, call.turn, made) ?? beyond];
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
