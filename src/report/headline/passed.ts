import {
  changeInPoints,
  listed,
  percent,
  points,
  relativeAmount,
  relativeChange,
  wholePercent,
} from '#common/words.ts';
import { METRIC_NAMES, METRIC_WORDS, METRICS } from '#gate/decision/terms/metrics.ts';
import { exceeds, reaches } from '#statistics/beyond.ts';
import { MAY_BE_CHANCE } from '../metric-state.ts';
import { differs } from '../reason-place.ts';
import { limitsOf, titleOf } from '../reasons/reason-words.ts';
import type { CaseRow, Report } from '../report.ts';
import { caseNames } from '../rows/case-names.ts';
import { increaseState, recallState } from '../rows/metric-tests.ts';
import { notThisChange } from './again-today.ts';
import { type Headline, wordsWith } from './headline-words.ts';
import { madeBaselineHeadline } from './made-baseline.ts';

/** A green report: that nothing got worse, and how often a drop would have been red. */
export function passedHeadline(report: Report): Headline {
  const { reasons } = report;
  const title = titleOf(report);
  const limits = limitsOf(report);
  const limited = (words: string) => wordsWith(PASSED, [words, ...limits].join('; '));
  const [first] = reasons;
  if (first?.code === 'baseline_made') return madeBaselineHeadline(report);
  if (first?.code === 'unaffected')
    return { ...wordsWith(PASSED, title), sentence: 'No case was run, and no model was asked.', also: [], numbers: [] };
  if (first?.code !== 'no_regression') return { ...wordsWith(PASSED, title), sentence: '', also: [], numbers: [] };
  if (reasons.some(differs)) return { ...limited(DIFFERS), sentence: SECOND, also: [], numbers: [title] };
  const moved = [...improvedWords(report), ...byChance(report)];
  const worse = worseOf(report);
  const changes = [...moved, ...(isAccepting(report) ? [] : fallen(report)), ...worseWords(worse, report)];
  const nothing = `nothing ${isAccepting(report) ? 'else ' : ''}got worse`;
  return {
    ...limited(changes.length === 0 ? nothing : changes.join('; ')),
    sentence: explained(worse.today.length === 0 ? '' : notThisChange(worse.today, report).sentence, report),
    also: [],
    numbers: [title],
  };
}

const PASSED = 'Agent eval passed';

/** Something did get worse, and is meant to. */
function isAccepting({ reasons }: Report): boolean {
  return reasons.some(({ code }) => code === 'accepted');
}

/** The headline explains a fall that readers see in the table: it is tolerated, or smaller than the drop that was ruled out. */
function fallen(report: Report): readonly string[] {
  const { suite } = report.numbers.pass_rate;
  const fall = fallOf('pass_rate', report);
  const isTolerated = suite !== null && fall >= WORTH_TELLING && !exceeds(fall, suite.max_drop);
  const all = [
    ...(isTolerated ? [`pass rate ${changeInPoints(-fall)} (${points(suite.max_drop)} tolerated)`] : []),
    ...otherTolerated(report),
  ];
  const isRuledOut = suite?.rule_out != null && fall >= WORTH_TELLING && !isTolerated;
  return [
    ...(isRuledOut ? [`no drop of ${points(suite.rule_out)} or more`] : []),
    ...(all.length === 0 ? [] : [listed(all)]),
  ];
}

function fallOf(metric: 'pass_rate' | 'tool_recall', { metrics }: Report): number {
  return -(metrics.find((row) => row.metric === metric)?.change ?? 0);
}

const WORTH_TELLING = 0.01;

function otherTolerated(report: Report): readonly string[] {
  const { numbers } = report;
  const recall = numbers.tool_recall;
  const fall = fallOf('tool_recall', report);
  const isLess = recall !== null && fall >= WORTH_TELLING && !exceeds(fall, recall.max_drop);
  const rises = METRIC_NAMES.flatMap((metric) => {
    const test = numbers[metric];
    if (test === null || test.total.rise < RISE_WORTH_TELLING || increaseState(test) !== 'pass') return [];
    const limit = relativeAmount(test.max_increase);
    return [`${METRICS[metric].words} ${relativeChange(test.total.rise)} (${limit} tolerated)`];
  });
  return [...(isLess ? [`tool recall ${changeInPoints(-fall)} (${points(recall.max_drop)} tolerated)`] : []), ...rises];
}

/** Less is what any two runs of the same agent differ by. */
const RISE_WORTH_TELLING = 0.05;

/** Cases that passed less often than on main and make nothing red: main does no better today, or nobody knows. */
interface WorseCases {
  readonly today: readonly string[];
  readonly unsettled: readonly string[];
}

function worseOf({ cases, numbers: { again } }: Report): WorseCases {
  const cleared = new Set(
    again?.tests.flatMap(({ gate, outcome, cases: ids }) => (gate === 'case' && outcome === 'cleared' ? ids : [])),
  );
  const worse = cases.flatMap(({ id, group }) => (group === 'worse' ? [id] : []));
  return { today: worse.filter((id) => cleared.has(id)), unsettled: worse.filter((id) => !cleared.has(id)) };
}

function worseWords({ today, unsettled }: WorseCases, report: Report): readonly string[] {
  return [
    ...(today.length === 0 ? [] : [`${caseNames(today, report)} ${notThisChange(today, report).words}`]),
    ...(unsettled.length === 0
      ? []
      : [`${caseNames(unsettled, report)} ${unsettled.length === 1 ? 'is' : 'are'} worse and could not be settled`]),
  ];
}

const DIFFERS = "the judge treats this change's answers differently, and a second judge sees no drop";
const SECOND = 'The pass rates are those of the first judge; the second one decided.';

/** Metrics beyond their tolerance: it is not shown that they got worse, nor that they did not. */
function byChance({ numbers }: Report): readonly string[] {
  const words = METRIC_NAMES.flatMap((metric) => {
    const test = numbers[metric];
    if (test === null || increaseState(test) !== 'chance') return [];
    return [`${METRICS[metric].words} ${relativeChange(test.total.rise)}`];
  });
  const recall = numbers.tool_recall;
  const fell =
    recall !== null && recallState(recall) === 'chance' ? [`tool recall ${changeInPoints(-recall.change)}`] : [];
  return fell.length + words.length === 0 ? [] : [`${listed([...fell, ...words])}, ${MAY_BE_CHANCE}`];
}

/** What got better beyond chance: the cases, or else their mean, then what is called and what it takes. */
function improvedWords(report: Report): readonly string[] {
  const { improved, metrics, cases } = report;
  const rows = improved.cases.flatMap((id) => cases.find((row) => row.id === id) ?? []);
  const isWhole = ({ candidate }: CaseRow) => candidate?.passed === candidate?.scored;
  const others = improved.metrics.flatMap(({ metric, change }) => {
    if (metric === 'tool_recall') return [`${METRIC_WORDS[metric]} ${changeInPoints(change)}`];
    if (metric !== 'pass_rate') return [`${METRIC_WORDS[metric]} ${relativeChange(change)}`];
    const row = metrics.find((row) => row.metric === metric);
    if (rows.length > 0 || row?.baseline == null || row.candidate === null) return [];
    return [`${METRIC_WORDS[metric]} rose from ${percent(row.baseline)} to ${percent(row.candidate)}`];
  });
  return [
    ...risenCases(rows.filter(isWhole), 'now', report),
    ...risenCases(
      rows.filter((row) => !isWhole(row)),
      'more often',
      report,
    ),
    ...(others.length === 0 ? [] : [listed(others)]),
  ];
}

/** `R-01 passes now (0 of 3 → 3 of 3)`; of several, only which they are. */
function risenCases(rows: readonly CaseRow[], how: string, report: Report): readonly string[] {
  const [first, second] = rows;
  if (first === undefined) return [];
  const names = caseNames(
    rows.map(({ id }) => id),
    report,
  );
  if (second !== undefined) return [`${names} pass ${how}`];
  const sides = [first.baseline, first.candidate].map((side) => `${side?.passed ?? 0} of ${side?.scored ?? 0}`);
  return [`${names} passes ${how} (${sides.join(' → ')})`];
}

/** Whether it is this change, or else how often it passes, as in the table; then what would have been seen. */
function explained(notThis: string, report: Report): string {
  const { numbers, metrics, main: branch } = report;
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  const main = row?.baseline ?? null;
  const here = row?.candidate ?? null;
  const rates =
    here === null ? '' : `The pass rate is ${percent(here)}${main === null ? '' : ` (${branch} ${percent(main)})`}.`;
  const ruledOut = numbers.pass_rate.suite?.rule_out ?? null;
  // Such a drop did show, and is accepted or left out of the test.
  const hasShown = ruledOut === null || (main !== null && here !== null && reaches(ruledOut, main - here));
  const { red_at_rule_out: red } = numbers;
  const power =
    hasShown || red === null || isAccepting(report)
      ? []
      : [`A drop of ${points(ruledOut)} would have been red in ${wholePercent(red)} of changes.`];
  return [notThis === '' ? rates : notThis, ...power].filter((part) => part !== '').join(' ');
}
