import { codeBlock, inlineCode } from '../escape.ts';
import { plural } from '../numbers.ts';
import type { CaseRow, Report, TrialEvidence } from '../report.ts';
import { folded } from './layout.ts';
import type { Detail } from './render-markdown.ts';
import { wrapped } from './wrapped.ts';

const MAX_CHECKS = 8;

/** One case to unfold: expected against actual calls, failing checks, the answer, and how to run it locally. */
export function openedCase(row: CaseRow, report: Report, detail: Detail): string {
  const command = `${report.run.rerun} ${row.id}`;
  return folded(`${inlineCode(row.id, 128)}: what was expected, what happened`, [
    calls(row),
    findings(row),
    answer(row, detail),
    command.length > LONGEST_COMMAND ? '' : `Run it locally:\n\n${codeBlock(command, LONGEST_COMMAND)}`,
  ]);
}

const LONGEST_COMMAND = 1000;

/** Characters that fit into a comment side by side: in half of it, and in the whole. */
const HALF = 44;
const WHOLE = 100;

function calls({ expected, evidence }: CaseRow): string {
  if (evidence === null) return '';
  const asked = expected === null ? null : numbered(expected);
  const actual = actualCalls(evidence);
  if (actual.length === 0 && (expected ?? []).length === 0) return '';
  const cells = [
    ...(asked === null ? [] : [['expected calls', asked] as const]),
    [`calls of trial ${evidence.trial}`, numbered(actual)] as const,
  ];
  const heads = cells.map(([head]) => `<th>${head}</th>`).join('');
  const bodies = cells.map(([, text]) => `<td>${codeBlock(wrapped(text, HALF, '   '))}</td>`).join('');
  return `<table><tr>${heads}</tr><tr>${bodies}</tr></table>`;
}

function actualCalls({ calls: made, more_calls }: TrialEvidence): readonly string[] {
  const turns = made.some(({ turn }) => turn > 1);
  const shown = made.map(
    ({ turn, name, arguments: given, status }) =>
      `${turns ? `turn ${turn}: ` : ''}${name} ${given}${status === 'error' ? ' (the tool failed)' : ''}`,
  );
  return more_calls === 0 ? shown : [...shown, `… ${plural(more_calls, 'more call')}`];
}

function numbered(texts: readonly string[]): string {
  return texts.length === 0 ? '(no call)' : texts.map((text, index) => `${index + 1}. ${text}`).join('\n');
}

function findings({ failures, errors }: CaseRow): string {
  const failed = failures
    .slice(0, MAX_CHECKS)
    .map(({ check, reason, trials }) => `- ${inlineCode(check, 100)} (${plural(trials, 'trial')}): ${inlineCode(reason, 500)}`);
  const broken = errors
    .slice(0, MAX_CHECKS)
    .map(({ class: kind, message, trials }) => `- not evaluated, ${inlineCode(kind, 30)} (${plural(trials, 'trial')}): ${inlineCode(message, 500)}`);
  return [...failed, ...broken].join('\n');
}

function answer({ evidence }: CaseRow, detail: Detail): string {
  const output = evidence?.output?.trim() ?? '';
  if (output === '' || detail.quoted === 0) return '';
  return `Answer of trial ${evidence?.trial}:\n\n${codeBlock(wrapped(output, WHOLE), detail.quoted)}`;
}
