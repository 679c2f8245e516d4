import type { ComponentChildren } from 'preact';
import { jsonText } from '#common/json-text.ts';
import { plural, points, pValue, relativeChange, relativeInterval } from '#common/words.ts';
import { trialsOfEach } from '#report/amount-of-work.ts';
import { metricLabel, TAG_FIGURES, tagHead } from '#report/labels.ts';
import { sightWords } from '#report/reasons/outlook-words.ts';
import { auditWords } from '#report/reasons/self-audit-words.ts';
import type { Report } from '#report/report.ts';
import { sentencesOf } from '#report/sentences.ts';
import type { TagRow } from '#report/tag-row.ts';
import { tagFigure } from '#report/units.ts';
import { scrolledTable } from '../markup/scrolled.tsx';
import { visibleText } from '../markup/shown.ts';
import { longText } from '../opened/long-text.tsx';
import { intervalsTable, stateText } from './metrics-table.tsx';
import { sentenceList, verdictSentences } from './page-head.tsx';

/** What the run could see and what it could not, with what it was compared, and by which rules. */
export function certainty(report: Report): ComponentChildren {
  const { background } = sentencesOf(report);
  const sentences = [
    ...verdictSentences(report),
    ...baselineFacts(report),
    ...looks(report),
    ...sensitivity(report),
    ...typicalCases(report),
    ...triedAgain(report),
    ...(report.audit === null ? [] : [auditWords(report.audit)]),
    ...background.map(({ text }) => text),
  ];
  return (
    <section aria-labelledby="certainty">
      <h2 id="certainty">How sure this is, and what this run could not see</h2>
      {intervalsTable(report)}
      {caseTests(report)}
      {sentenceList(sentences)}
      {tags(report)}
      <details>
        <summary>Policy</summary>
        {longText(jsonText(report.policy, 2))}
      </details>
    </section>
  );
}

/** The cases that fell, with the chance of each. */
function caseTests({ cases }: Report): ComponentChildren {
  const rows = cases.flatMap(({ id, p }) => (p === null ? [] : [{ id, p }])).slice(0, MOST_CASES);
  if (rows.length === 0) return null;
  return scrolledTable(
    { 'aria-label': 'tests of single cases' },
    ['case', 'p'],
    rows.map(({ id, p }) => (
      <tr>
        <th scope="row">{visibleText(id)}</th>
        <td class="number">{pValue(p)}</td>
      </tr>
    )),
  );
}

const MOST_CASES = 50;

function baselineFacts({ baseline, main }: Report): readonly string[] {
  if (baseline.kind === 'none') return [`nothing to compare with: ${baseline.reason}`];
  const { runs, choice, created_at, trials_per_case: each } = baseline;
  const pooled = runs > 1 ? `, and ${plural(runs - 1, 'further run')} of ${main}` : '';
  const trials = each === null ? '' : `, ${trialsOfEach(each)} per case${runs > 1 ? ' together' : ''}`;
  return [`${main}: ${choice}, made on ${created_at.slice(0, 10)}${pooled}${trials}`];
}

function looks({ numbers }: Report): readonly string[] {
  const { planned_looks: planned, looks: used } = numbers;
  if (planned.length < 2 || used.length === 0) return [];
  const went = used.map(({ look, cases }) => `${plural(cases, 'case')} to ${look}`).join(', ');
  return [`trials per case: looks at ${planned.join(', ')}; ${went}`];
}

/** Next to the totals of the table. */
function typicalCases({ metrics }: Report): readonly string[] {
  return metrics.flatMap((row) => {
    const { typical } = row;
    if (typical === null) return [];
    const { change, ci95, p } = typical;
    const chance = p === null ? '' : `, ${pValue(p)}`;
    return [
      `${metricLabel(row)} of the typical case: ${relativeChange(change)} (95 % CI ${relativeInterval(ci95)}${chance})`,
    ];
  });
}

function sensitivity({ numbers, cases, main }: Report): readonly string[] {
  const { detectable_drop: drop, between_runs: between, comparable_cases: compared } = numbers;
  return [
    ...(between === null
      ? []
      : [
          `the ${between.runs} runs of ${main} differ by ${points(Math.sqrt(between.variance))} (standard deviation) beyond chance, and the test accounts for it`,
        ]),
    ...(drop === null || compared === 0 ? [] : [sightWords(drop, compared)]),
    ...(cases.some(({ p }) => p !== null)
      ? ['p of a case: the chance that any case of this suite falls this far if nothing changed']
      : []),
  ];
}

function triedAgain({ numbers: { again } }: Report): readonly string[] {
  if (again === null || again.tests.length === 0) return [];
  const red = again.tests.filter(({ outcome }) => outcome === 'red').length;
  return [
    `what looked worse was tried again on both sides, with ${plural(again.stage, 'trial')} of a case each: ${red} of ${plural(again.tests.length, 'test')} ${red === 1 ? 'is' : 'are'} red`,
  ];
}

function tags({ tags: rows, main }: Report): ComponentChildren {
  if (rows.length === 0) return null;
  const heads = ['tag', 'cases', ...TAG_FIGURES.map((figure) => tagHead(figure, rows, main)), 'rule'];
  return (
    <details>
      <summary>{`Tags (${rows.length})`}</summary>
      {scrolledTable({ 'aria-label': 'tags' }, heads, rows.map(tagRow))}
    </details>
  );
}

function tagRow(row: TagRow): ComponentChildren {
  const { tag, cases, state, failed_rules: failed } = row;
  return (
    <tr>
      <th scope="row">{visibleText(tag)}</th>
      <td class="number">{String(cases)}</td>
      {TAG_FIGURES.map((figure) => (
        <td class="number">{tagFigure(row, figure)}</td>
      ))}
      <td class={`state ${state}`}>
        {state === 'none' ? '' : stateText(state)}
        {failed.map((rule) => (
          <code>{` ${rule}`}</code>
        ))}
      </td>
    </tr>
  );
}
