import { plural } from '#common/words.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import { codeBlock, inlineCode } from '../escape.ts';
import { alikeWords } from '../labels.ts';
import type { CaseRow } from '../report.ts';
import { madeCalls, numberLines, stepText } from '../rows/expected-calls.ts';
import type { Detail } from './detail.ts';
import { folded, moreInResults } from './layout.ts';

/** One folded case: expected against actual calls, failing checks, and the answer. */
export function foldedCase(row: CaseRow, detail: Detail, isOpen = false): string {
  const parts = [calls(row), findings(row), answer(row, detail)];
  return folded(`${inlineCode(row.id, 128)}: what was expected, what happened`, parts, isOpen);
}

/** Characters that fit into a comment side by side: in half of it, and in the whole. */
const HALF = 44;
const WHOLE = 100;

function calls({ expected, evidence }: CaseRow): string {
  if (evidence === null) return '';
  if (evidence.calls.length === 0 && (expected ?? []).length === 0) return '';
  const hasTurns = [...evidence.calls, ...(expected ?? [])].some(({ turn }) => turn !== null && turn > 1);
  const cells = [
    ...(expected === null
      ? []
      : [{ head: 'expected calls', text: numberLines(expected.map((step) => stepText(step, hasTurns))) }]),
    { head: `calls of trial ${evidence.trial}`, text: madeCalls(evidence) },
  ];
  const heads = cells.map(({ head }) => `<th>${head}</th>`).join('');
  const bodies = cells.map(({ text }) => `<td>${codeBlock(wrappedText(text, HALF, '   '))}</td>`).join('');
  return `<table><tr>${heads}</tr><tr>${bodies}</tr></table>`;
}

function findings({ failures, errors, alike }: CaseRow): string {
  const lines = [
    ...failures.map(({ check, fact, trials }) => finding(inlineCode(check, 100), trials, checkWords(fact))),
    ...errors.map(({ class: kind, message, trials }) =>
      finding(`not evaluated, ${inlineCode(kind, 30)}`, trials, message),
    ),
  ];
  const more = lines.length > MAX_FINDINGS ? [`- ${moreInResults(lines.length - MAX_FINDINGS)}`] : [];
  const varied = alikeWords(alike).map((words) => `- ${words}`);
  return [...lines.slice(0, MAX_FINDINGS), ...more, ...varied].join('\n');
}

const MAX_FINDINGS = 8;

function finding(what: string, trials: number, why: string): string {
  return `- ${what} (${plural(trials, 'trial')}): ${inlineCode(why, 500)}`;
}

function answer({ evidence }: CaseRow, detail: Detail): string {
  const output = evidence?.output?.slice(0, 2 * detail.quoted).trim() ?? '';
  if (output === '') return '';
  const turn = evidence?.turn == null ? '' : `, turn ${evidence.turn}`;
  return `Answer of trial ${evidence?.trial}${turn}:\n\n${codeBlock(wrappedText(output, WHOLE), detail.quoted)}`;
}

/**
 * Text with every line wrapped to at most `width` characters, after a space or a comma if there is one in its second half.
 *
 * @param indent put before continuation lines; shorter than half the width
 */
export function wrappedText(text: string, width: number, indent = ''): string {
  return text
    .split('\n')
    .map((line) => brokenLine(line, width, indent))
    .join('\n');
}

function brokenLine(line: string, width: number, indent: string): string {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const head = rest.slice(0, width).replace(/[\uD800-\uDBFF]$/, '');
    const place = Math.max(head.lastIndexOf(' '), head.lastIndexOf(',')) + 1;
    const length = place > width / 2 ? place : head.length;
    pieces.push(rest.slice(0, length).trimEnd());
    rest = indent + rest.slice(length);
  }
  return [...pieces, rest].join('\n');
}
