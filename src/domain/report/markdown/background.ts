import { jsonText } from '#domain/json-text.ts';
import { percent, plural, points } from '#domain/words.ts';
import { trialsOfEach } from '../amount-of-work.ts';
import { codeBlock, inlineCode, prose } from '../escape.ts';
import { type CaseRow, hasTrials, type Report, type TagRow } from '../report.ts';
import { sentencesOf } from '../sentences.ts';
import { type Column, columnTable } from './column-table.ts';
import type { Detail } from './detail.ts';
import { folded, link, moreInResults } from './layout.ts';
import { STATE_SIGN } from './metrics-table.ts';
import { passes } from './passes.ts';
import { bulletList } from './reason-list.ts';

/** The folded part for readers who check the verdict: certainty, all cases, tags, policy. */
export function background(report: Report, detail: Detail): readonly string[] {
  if (!hasTrials(report)) return [notes(report, detail)];
  return [certainty(report, detail), allCases(report, detail), tags(report, detail), policy(report, detail)];
}

function notes(report: Report, detail: Detail): string {
  return report.notes.length === 0 ? '' : folded('Notes', [bulletList(report.notes, detail.sentences)]);
}

function certainty(report: Report, detail: Detail): string {
  const { evidence, background: known } = sentencesOf(report);
  const facts = [
    ...baselineFact(report),
    ...looksFact(report),
    ...spreadFact(report),
    ...smallestDrop(report),
    ...meaningOfP(report),
    ...meaningOfPassK(report),
  ];
  const list = [bulletList(evidence, detail.sentences), ...facts, bulletList(known, detail.sentences)];
  const shown = list.filter((part) => part !== '').join('\n');
  return shown === '' ? '' : folded('How sure this is', [shown]);
}

function baselineFact({ baseline }: Report): readonly string[] {
  if (baseline.kind === 'none') return [];
  const { runs, chosen, url, created_at, trials_per_case: each } = baseline;
  const run = url === null ? '' : ` (${link('its run', url)})`;
  const pooled = runs > 1 ? `, and ${plural(runs - 1, 'further run')} of main` : '';
  const trials = each === null ? '' : `, ${trialsOfEach(each)} per case${runs > 1 ? ' together' : ''}`;
  return [`- main: ${prose(chosen)}${run}, made on ${prose(created_at.slice(0, 10))}${pooled}${trials}`];
}

/** After how many trials the run could have ended, and how it continued. */
function looksFact({ numbers }: Report): readonly string[] {
  const { planned_looks: planned, looks } = numbers;
  if (planned.length < 2 || looks.length === 0) return [];
  const went = looks.map(({ look, cases }) => `${plural(cases, 'case')} to ${look}`).join(', ');
  return [`- trials per case: looks at ${planned.join(', ')}; ${went}`];
}

function spreadFact({ numbers }: Report): readonly string[] {
  if (numbers.between_runs === null) return [];
  const { runs, variance } = numbers.between_runs;
  const spread = points(Math.sqrt(variance));
  return [
    `- the ${runs} runs of main differ by ${spread} (standard deviation) beyond chance, and the test accounts for it`,
  ];
}

function smallestDrop({ numbers }: Report): readonly string[] {
  const { detectable_drop: drop, comparable_cases: compared } = numbers;
  if (drop === null || compared === 0) return [];
  return [`- the smallest drop of the pass rate that this run detects four times out of five: ${points(drop)}`];
}

function meaningOfP({ cases }: Report): readonly string[] {
  const shown = cases.some(({ p }) => p !== null);
  return shown ? ['- p of a case: the chance that any case of this suite falls this far if nothing changed'] : [];
}

function meaningOfPassK({ metrics, baseline }: Report): readonly string[] {
  if (!metrics.some(({ metric }) => metric === 'pass_hat_4')) return [];
  const sides = baseline.kind === 'found' ? ' on both sides' : '';
  return [
    `- ${inlineCode('pass^4')}: all of 4 trials pass; ${inlineCode('pass@4')}: at least one of 4 does; unbiased estimates, over the cases with 4 judged trials${sides}`,
  ];
}

function allCases({ cases }: Report, detail: Detail): string {
  if (detail.listed === 0) return '';
  const shown = cases.slice(0, detail.listed);
  const more = cases.length > shown.length ? moreInResults(cases.length - shown.length) : '';
  return folded(`All cases (${cases.length})`, [columnTable(CASE_COLUMNS, shown), more]);
}

const CASE_COLUMNS: readonly Column<CaseRow>[] = [
  { title: 'case', align: 'l', cell: ({ id }) => inlineCode(id, 128) },
  { title: '', align: 'l', cell: standing },
  { title: 'main', align: 'r', cell: ({ baseline }) => passes(baseline) },
  { title: 'here', align: 'r', cell: ({ candidate }) => passes(candidate) },
];

function standing({ group, regraded }: CaseRow): string {
  return `${group.replaceAll('_', ' ')}${regraded ? ', main graded again' : ''}`;
}

function tags({ tags: all }: Report, detail: Detail): string {
  if (detail.listed === 0 || all.length === 0) return '';
  const shown = all.slice(0, detail.listed);
  const more = all.length > shown.length ? moreInResults(all.length - shown.length) : '';
  return folded(`Tags (${all.length})`, [columnTable(TAG_COLUMNS, shown), more]);
}

const TAG_COLUMNS: readonly Column<TagRow>[] = [
  { title: 'tag', align: 'l', cell: ({ tag }) => inlineCode(tag, 64) },
  { title: 'cases', align: 'r', cell: ({ cases }) => `${cases}` },
  { title: 'pass rate on main', align: 'r', cell: (row) => rate(row.baseline_pass_rate) },
  { title: 'pass rate here', align: 'r', cell: (row) => rate(row.pass_rate) },
  { title: 'tool recall here', align: 'r', cell: (row) => rate(row.tool_recall) },
  { title: '', align: 'c', cell: ({ state }) => STATE_SIGN[state] },
];

function rate(value: number | null): string {
  return value === null ? '' : percent(value);
}

function policy(report: Report, detail: Detail): string {
  return detail.listed > 0 ? folded('Policy', [codeBlock(jsonText(report.policy, 2), 6000)]) : '';
}
