import { plural } from '#common/words.ts';
import type { Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';
import type { CaseRow } from '../report.ts';
import { GAP, hangLine, pad, sideBySide, type TerminalOptions, widthOf, wrapLine } from './layout.ts';
import { type CallPair, callPairs } from './pair-calls.ts';

/**
 * The calls that a case expects next to those of one failed trial, the first difference marked; empty without either. Texts are
 * the agent's and the suite's.
 */
export function callDifference(row: CaseRow, { columns }: TerminalOptions, paint: Paint): readonly string[] {
  const { expected, evidence } = row;
  if (evidence === null || (evidence.calls.length === 0 && (expected ?? []).length === 0)) return [];
  const pairs = callPairs(row);
  const called = `called in trial ${evidence.trial}`;
  const more = evidence.more_calls === 0 ? [] : [`${INDENT}… ${plural(evidence.more_calls, 'more call')}`];
  if (expected === null) return [...alone(called, pairs, columns, paint), ...more];
  const half = halfWidth(pairs, columns);
  const lines = half === null ? stackPairs(pairs, columns, paint) : inColumns(called, pairs, half, paint);
  return [...lines, ...more];
}

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
