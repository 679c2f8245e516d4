import { codeBlock, inlineCode, prose } from '../escape.ts';
import { percent, plural, points } from '../numbers.ts';
import type { Report } from '../report.ts';
import { sentencesOf } from '../sentences.ts';
import { commit, folded, link, table } from './layout.ts';
import { STATE_SIGN } from './metrics-table.ts';
import { passes } from './passes.ts';
import { bulletList } from './reason-list.ts';
import type { Detail } from './render-markdown.ts';

/** What a reader unfolds to check us: how sure it is, all cases, tags, policy. */
export function background(report: Report, detail: Detail): readonly string[] {
  return [certainty(report, detail), allCases(report, detail), tags(report, detail), policy(report, detail)];
}

function certainty(report: Report, detail: Detail): string {
  const { numbers } = report;
  const drop = numbers.detectable_drop;
  const seen = drop === null || numbers.comparable_cases === 0 ? [] : [
    `- the smallest drop of the pass rate that this run sees four times out of five: ${points(drop).replace('+', '')}`,
  ];
  const p = report.cases.some((row) => row.p !== null && row.group !== 'stable')
    ? ['- p of a case: the chance that any case of this suite falls this far if nothing changed']
    : [];
  const facts = [...baselineFact(report), ...seen, ...p, bulletList(sentencesOf(report).background, detail.sentences)];
  const list = facts.filter((fact) => fact !== '').join('\n');
  return list === '' ? '' : folded('How sure this is', [list]);
}

function baselineFact({ baseline, run }: Report): readonly string[] {
  if (baseline.kind === 'none') return [];
  const { sha, chosen, url, created_at, trials_per_case: each } = baseline;
  const where = [commit(sha, run.repository_url), url === null ? '' : link('its run', url)].filter((part) => part !== '');
  const trials = each === null ? '' : `, ${plural(each, 'trial')} per case`;
  return [`- main: ${prose(chosen)}${where.length === 0 ? '' : ` (${where.join(', ')})`}${trials}, made on ${prose(created_at.slice(0, 10))}`];
}

function allCases({ cases, run }: Report, detail: Detail): string {
  if (detail.listed === 0 || run.scored_trials + run.error_trials === 0) return '';
  const rows = cases
    .slice(0, detail.listed)
    .map((row) => [inlineCode(row.id, 128), row.group.replaceAll('_', ' '), passes(row.baseline), passes(row.candidate)]);
  const more = cases.length > detail.listed ? `… ${cases.length - detail.listed} more in results.json` : '';
  return folded(`All cases (${cases.length})`, [table('llrr', [['case', '', 'main', 'here'], ...rows]), more]);
}

function tags({ tags: all }: Report, detail: Detail): string {
  if (detail.listed === 0 || all.length === 0) return '';
  const rate = (value: number | null): string => (value === null ? '–' : percent(value));
  const rows = all
    .slice(0, detail.listed)
    .map((row) => [
      inlineCode(row.tag, 64),
      `${row.cases}`,
      rate(row.baseline_pass_rate),
      rate(row.pass_rate),
      rate(row.tool_recall),
      STATE_SIGN[row.state],
    ]);
  const header = ['tag', 'cases', 'pass rate on main', 'pass rate here', 'tool recall here', ''];
  const more = all.length > detail.listed ? `… ${all.length - detail.listed} more in results.json` : '';
  return folded(`Tags (${all.length})`, [table('lrrrrc', [header, ...rows]), more]);
}

function policy(report: Report, detail: Detail): string {
  return detail.policy ? folded('Policy', [codeBlock(JSON.stringify(report.policy, null, 2), 6000)]) : '';
}
