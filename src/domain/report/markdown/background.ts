import { markdownTable } from 'markdown-table';
import { codeBlock, inlineCode, prose } from '../escape.ts';
import { percent, points } from '../numbers.ts';
import type { Report } from '../report.ts';
import { passes } from './case-sections.ts';
import type { Detail } from './render-markdown.ts';

/** What a reader unfolds to check us: all cases, tags, what could have been seen, baseline and policy. */
export function background(report: Report, detail: Detail): readonly string[] {
  return [allCases(report, detail), tags(report), certainty(report), foldedPolicy(report)].filter((part) => part !== '');
}

function allCases(report: Report, detail: Detail): string {
  if (detail.listed === 0 || report.cases.length === 0) return '';
  const rows = report.cases
    .slice(0, detail.listed)
    .map((row) => [inlineCode(row.id, 128), row.group.replace('_', ' '), passes(row.baseline), passes(row.candidate)]);
  const table = markdownTable([['case', '', 'main', 'here'], ...rows], { align: ['l', 'l', 'r', 'r'] });
  const more = report.cases.length > detail.listed ? `\n\n… ${report.cases.length - detail.listed} more in results.json` : '';
  return folded(`All cases (${report.cases.length})`, `${table}${more}`);
}

function tags(report: Report): string {
  if (report.tags.length === 0) return '';
  const rate = (value: number | null): string => (value === null ? '–' : percent(value));
  const rows = report.tags.map((tag) => [
    inlineCode(tag.tag, 64),
    `${tag.cases}`,
    rate(tag.baseline_pass_rate),
    rate(tag.pass_rate),
    rate(tag.tool_recall),
  ]);
  const header = ['tag', 'cases', 'pass rate main', 'pass rate here', 'tool recall here'];
  return folded(`Tags (${report.tags.length})`, markdownTable([header, ...rows], { align: ['l', 'r', 'r', 'r', 'r'] }));
}

function certainty(report: Report): string {
  const { baseline, numbers } = report;
  const sentences: string[] = [];
  if (baseline.kind === 'found') {
    const link = baselineLink(report);
    sentences.push(`Baseline: ${prose(baseline.chosen)}${link}, ${baseline.trials_per_case} trials per case, made ${prose(baseline.created_at, 40)}.`);
  } else {
    sentences.push(`Baseline: none; ${prose(baseline.reason)}.`);
  }
  if (numbers.detectable_drop !== null) {
    sentences.push(`Smallest drop of the pass rate this run would see four times out of five: ${points(numbers.detectable_drop).replace('+', '')}.`);
  }
  const one = numbers.detectable_case;
  if (one !== null) {
    sentences.push(
      `One broken case is seen when it passes at most ${one.passed} of ${one.trials} trials here (${one.baseline_trials} of ${one.baseline_trials} on main).`,
    );
  } else if (numbers.comparable_cases > 0 && numbers.method === 'statistical') {
    sentences.push('A single broken case can\'t be seen with this many trials; run more per case.');
  }
  if (numbers.threshold_false_alarm_rate !== null) {
    sentences.push(`This threshold would be red on ${percent(numbers.threshold_false_alarm_rate)} of pull requests that change nothing (resampled from the baseline).`);
  }
  for (const change of report.treatment_changes) sentences.push(`Changed by this pull request: ${prose(change)}.`);
  return folded('How sure this is', sentences.map((sentence) => `- ${sentence}`).join('\n'));
}

function baselineLink({ baseline, run }: Report): string {
  if (baseline.kind !== 'found' || baseline.sha === null || run.repository_url === null) return '';
  if (!/^[0-9a-f]{7,64}$/.test(baseline.sha)) return '';
  return ` ([${baseline.sha.slice(0, 7)}](${run.repository_url}/commit/${baseline.sha}))`;
}

function foldedPolicy(report: Report): string {
  return folded('Policy', codeBlock(JSON.stringify(report.policy, null, 2), 6000));
}

function folded(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
