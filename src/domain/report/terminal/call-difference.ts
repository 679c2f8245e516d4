import { plural } from '#domain/words.ts';
import type { Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';
import type { CaseRow } from '../report.ts';
import { GAP, hanging, padded, sideBySide, type TerminalOptions, widthOf, wrapped } from './layout.ts';

/** One line of the comparison: an expected call beside a call that was made; `null` where one side has none. */
interface CallPair {
  readonly expected: string | null;
  readonly called: string | null;
  readonly differs: boolean;
}

/**
 * The calls that a case expects beside those of one failed trial, the first difference marked; empty without either. Texts are
 * the agent's and the suite's.
 */
export function callDifference(row: CaseRow, { columns }: TerminalOptions, paint: Paint): readonly string[] {
  const { expected, evidence } = row;
  if (evidence === null || (evidence.calls.length === 0 && (expected ?? []).length === 0)) return [];
  const pairs = pairedCalls(row);
  const heads: CallPair = { expected: 'expected', called: `called in trial ${evidence.trial}`, differs: false };
  const more = evidence.more_calls === 0 ? [] : [`${INDENT}… ${plural(evidence.more_calls, 'more call')}`];
  if (expected === null) return [...alone(heads, pairs, columns, paint), ...more];
  const half = halfWidth(pairs, columns);
  const lines = half === null ? stacked(pairs, columns, paint) : beside(heads, pairs, half, paint);
  return [...lines, ...more];
}

/** Position of the first pair that differs marked; the later ones follow from it. */
function pairedCalls(row: CaseRow): readonly CallPair[] {
  const expected = row.expected ?? [];
  const called = (row.evidence?.calls ?? []).map(({ name, arguments: given, status }) => ({
    name,
    text: `${name}${status === 'error' ? ' (failed)' : ''} ${given}`,
  }));
  const pairs = Array.from({ length: Math.max(expected.length, called.length) }, (_, at) => ({
    expected: expected[at] ?? null,
    called: called[at]?.text ?? null,
    name: called[at]?.name ?? null,
  }));
  const complaints = row.failures.filter(({ check }) => TOOL_CHECK.test(check));
  const first = complaints.length === 0 || row.expected === null ? -1 : pairs.findIndex(differsBy(complaints));
  return pairs.map(({ name: _, ...pair }, at) => ({ ...pair, differs: at === first }));
}

const TOOL_CHECK = /(?:^|\.)(?:tools|no_tools)\b/;

/** Whether a pair is where a failed check of the calls first shows: another tool, none, or arguments that it names. */
function differsBy(
  complaints: CaseRow['failures'],
): (pair: {
  readonly expected: string | null;
  readonly called: string | null;
  readonly name: string | null;
}) => boolean {
  return ({ expected, called, name }) => {
    if (expected === null || called === null || name === null) return true;
    if (/^at once: /.test(expected)) return false;
    const wanted = expected.replace(/^turn \d+: /, '');
    if (wanted.split(' ', 1)[0] !== name) return true;
    return (
      wanted !== called &&
      complaints.some(
        ({ fact }) =>
          'difference' in fact &&
          fact.difference !== null &&
          'name' in fact.difference &&
          fact.difference.name === name,
      )
    );
  };
}

/** Columns of one half if two fit side by side, else `null`. */
function halfWidth(pairs: readonly CallPair[], columns: number | null): number | null {
  const widest = Math.max(...pairs.map(({ expected }) => widthOf(shown(expected)) + NUMBER));
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

function beside(heads: CallPair, pairs: readonly CallPair[], half: number, paint: Paint): readonly string[] {
  const head = `${INDENT}${padded(heads.expected ?? '', half)}${GAP}${heads.called}`;
  const rows = pairs.flatMap((pair, at) => {
    const left = numbered(at, pair.expected, half);
    const right = numbered(at, pair.called, half);
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
function stacked(pairs: readonly CallPair[], columns: number | null, paint: Paint): readonly string[] {
  return pairs.flatMap(({ expected, called, differs }, at) => {
    if (!differs && called !== null) return hanging(`  ${at + 1} `, shown(called), columns);
    return [
      ...hanging(`${differs ? '▸' : ' '} ${at + 1} expected `, shown(expected), columns).map((line) =>
        paint(line, 'green'),
      ),
      ...hanging(`    called   `, shown(called), columns).map((line) => paint(line, 'red')),
    ];
  });
}

/** The calls of a case that expects none in particular. */
function alone(heads: CallPair, pairs: readonly CallPair[], columns: number | null, paint: Paint): readonly string[] {
  return [
    paint(`${INDENT}${heads.called}`, 'dim'),
    ...pairs.flatMap(({ called }, at) => hanging(`${INDENT}${at + 1} `, shown(called), columns)),
  ];
}

function numbered(at: number, text: string | null, width: number): readonly string[] {
  const number = `${at + 1} `;
  const lines = wrapped(shown(text), width - number.length);
  return lines.map((line, index) => `${index === 0 ? number : ' '.repeat(number.length)}${line}`);
}

function shown(text: string | null): string {
  return text === null ? '(no call)' : plainLine(text, LONGEST_CALL);
}

const LONGEST_CALL = 300;
