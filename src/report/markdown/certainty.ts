import { jsonText } from '#common/json-text.ts';
import { plural, points, probability } from '#common/words.ts';
import { trialsOfEach } from '../amount-of-work.ts';
import { codeBlock, inlineCode, prose } from '../escape.ts';
import { sightWords } from '../reasons/outlook-words.ts';
import { auditWords } from '../reasons/self-audit-words.ts';
import type { CaseRow, MetricRow, Report } from '../report.ts';
import { asTested } from '../rows/metric-tests.ts';
import { RULES } from '../rows/rule-reasons.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { changeInUnit, intervalInUnit } from '../units.ts';
import { type Column, columnTable } from './column-table.ts';
import type { Detail } from './detail.ts';
import { bulletList, commit, folded, link } from './layout.ts';
import { metricCell } from './metrics-table.ts';

/** Everything that a reader needs to doubt the verdict: intervals, tests, what could have been seen, main's runs, the policy. */
export function certainty(report: Report, detail: Detail): string {
  const facts = [
    ...baselineFact(report),
    ...looksFact(report),
    ...spreadFact(report),
    ...smallestDrop(report),
    ...meaningOfPassK(report),
    ...(report.audit === null ? [] : [`- ${prose(auditWords(report.audit))}`]),
  ];
  const statements = sentences(report);
  const parts = [
    columnTable(
      TESTS,
      report.metrics.flatMap((row) => testsOf(asTested(row, report.numbers))),
    ),
    caseTests(report, detail),
    [bulletList(statements, detail.sentences), ...facts].filter((part) => part !== '').join('\n'),
    detail.listed === 0 ? '' : folded('Policy', [codeBlock(jsonText(report.policy, 2), 6000)]),
  ];
  return parts.every((part) => part === '') ? '' : folded('How sure this is', parts);
}

/** Next to a failure nothing is undecided: what is open there decides nothing. */
function sentences(report: Report): readonly string[] {
  const { evidence, verdict, background } = sentencesOf(report);
  // The text above says what to do about an error.
  const all = [...(report.verdict === 'error' ? [] : evidence), ...verdict, ...background].filter(
    (sentence) => !isElsewhere(sentence),
  );
  return [...new Set(all.map(({ text, bare }) => (report.verdict === 'fail' ? bare : text)))];
}

/** Models that end have a line of their own; changes of the agent, its rules and cases a part, which leaves out p-values. */
function isElsewhere({ of, text, plain }: Sentence): boolean {
  if (of === null) return false;
  return of === 'change' || of === 'ending' || (RULES.has(of.code) && text === plain);
}

/** A metric, or its typical case. */
interface TestLine extends Pick<MetricRow, 'change' | 'ci95' | 'p' | 'unit'> {
  readonly name: string;
}

/** The tests of a metric; a rise has two, of the total and of the typical case. */
function testsOf(row: MetricRow): readonly TestLine[] {
  const { ci95, p, typical, unit } = row;
  const own = ci95 === null && p === null ? [] : [{ ...row, name: metricCell(row) }];
  return typical === null ? own : [...own, { ...typical, unit, name: `${metricCell(row)}, typical case` }];
}

const TESTS: readonly Column<TestLine>[] = [
  { title: 'metric', align: 'l', cell: ({ name }) => name },
  {
    title: 'tested change',
    align: 'r',
    cell: ({ change, unit }) => (change === null ? '' : changeInUnit(change, unit)),
  },
  { title: '95 % CI', align: 'r', cell: ({ ci95, unit }) => (ci95 === null ? '' : intervalInUnit(ci95, unit)) },
  { title: 'p', align: 'r', cell: ({ p }) => (p === null ? '' : probability(p)) },
];

function caseTests({ cases }: Report, detail: Detail): string {
  const rows = cases.filter(({ p }) => p !== null).slice(0, detail.named);
  if (rows.length === 0) return '';
  const meaning = 'p of a case: the chance that any case of this suite falls this far if nothing changed';
  return `${columnTable(CASES, rows)}\n\n${meaning}`;
}

const CASES: readonly Column<CaseRow>[] = [
  { title: 'case', align: 'l', cell: ({ id }) => inlineCode(id, 128) },
  { title: 'p', align: 'r', cell: ({ p }) => (p === null ? '' : probability(p)) },
];

function baselineFact({ baseline, run, main }: Report): readonly string[] {
  if (baseline.kind === 'none') return [];
  const { runs, sha, choice, url, created_at, trials_per_case: each } = baseline;
  const at = runs === 1 ? commit(sha, run.repository_url) : '';
  const links = [...(at === '' ? [] : [at]), ...(url === null ? [] : [link('its run', url)])];
  const where = links.length === 0 ? '' : ` (${links.join(', ')})`;
  const pooled = runs > 1 ? `, and ${plural(runs - 1, 'further run')} of ${prose(main)}` : '';
  const trials = each === null ? '' : `, ${trialsOfEach(each)} per case${runs > 1 ? ' together' : ''}`;
  return [`- ${prose(main)}: ${prose(choice)}${where}, made on ${prose(created_at.slice(0, 10))}${pooled}${trials}`];
}

/** After how many trials the run could have ended, and how it continued. */
function looksFact({ numbers }: Report): readonly string[] {
  const { planned_looks: planned, looks } = numbers;
  if (planned.length < 2 || looks.length === 0) return [];
  const went = looks.map(({ look, cases }) => `${plural(cases, 'case')} to ${look}`).join(', ');
  return [`- trials per case: looks at ${planned.join(', ')}; ${went}`];
}

function spreadFact({ numbers, main }: Report): readonly string[] {
  if (numbers.between_runs === null) return [];
  const { runs, variance } = numbers.between_runs;
  const spread = points(Math.sqrt(variance));
  return [
    `- the ${runs} runs of ${prose(main)} differ by ${spread} (standard deviation) beyond chance, and the test accounts for it`,
  ];
}

function smallestDrop({ numbers }: Report): readonly string[] {
  const { detectable_drop: drop, comparable_cases: compared } = numbers;
  if (drop === null || compared === 0) return [];
  return [`- ${sightWords(drop, compared)}`];
}

function meaningOfPassK({ metrics, baseline }: Report): readonly string[] {
  if (!metrics.some(({ metric }) => metric === 'pass_hat_4')) return [];
  const sides = baseline.kind === 'found' ? ' on both sides' : '';
  return [
    `- ${inlineCode('pass^4')}: all of 4 trials pass; ${inlineCode('pass@4')}: at least one of 4 does; unbiased estimates, over the cases with 4 judged trials${sides}`,
  ];
}
