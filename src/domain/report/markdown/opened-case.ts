import { codeBlock, inlineCode } from '../escape.ts';
import type { CaseRow, Report } from '../report.ts';
import type { Detail } from './render-markdown.ts';

const MAX_CHECKS = 8;

/** One case to unfold: expected against actual calls, failing checks, the answer, and how to run it locally. */
export function openedCase(row: CaseRow, report: Report, detail: Detail): string {
  const parts = [
    `<details><summary>${inlineCode(row.id, 128)}: expected and actual</summary>`,
    trajectories(row),
    failures(row),
    answer(row, detail),
    `Run it locally: ${inlineCode(report.run.rerun.replace('{id}', row.id), 300)}`,
    '</details>',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function trajectories(row: CaseRow): string {
  const { evidence } = row;
  if (row.expected.length === 0 && (evidence === null || evidence.calls.length === 0)) return '';
  const actual = evidence?.calls.map((call) => `${call.name} ${JSON.stringify(call.arguments)}${call.status === 'error' ? '  (failed)' : ''}`) ?? [];
  return [
    '<table><tr><th>expected</th><th>',
    evidence === null ? 'actual' : `actual (trial ${evidence.trial})`,
    '</th></tr><tr><td>',
    codeBlock(numbered(row.expected)),
    '</td><td>',
    codeBlock(`${numbered(actual)}${evidence?.truncated ? '\n…' : ''}`),
    '</td></tr></table>',
  ].join('');
}

function numbered(calls: readonly string[]): string {
  return calls.length === 0 ? '(no calls)' : calls.map((call, index) => `${index + 1}. ${call}`).join('\n');
}

function failures(row: CaseRow): string {
  const shown = row.failures.slice(0, MAX_CHECKS).map((failure) => {
    const times = `${failure.trials} ${failure.trials === 1 ? 'trial' : 'trials'}`;
    return `- ${inlineCode(failure.check, 100)} (${times}): ${inlineCode(failure.reason, 500)}`;
  });
  const errors = row.errors.slice(0, MAX_CHECKS).map((error) => `- error of the machinery, ${inlineCode(error.class, 30)} (${error.trials}): ${inlineCode(error.message, 500)}`);
  return [...shown, ...errors].join('\n');
}

function answer(row: CaseRow, detail: Detail): string {
  const output = row.evidence?.output ?? null;
  if (output === null || output === '' || detail.quoted === 0) return '';
  return `Answer of trial ${row.evidence?.trial}:\n\n${codeBlock(output, detail.quoted)}`;
}
