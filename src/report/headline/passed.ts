import { changeInPoints, listed, percent, points, relativeChange, wholePercent } from '#common/words.ts';
import { METRIC_NAMES, METRICS } from '#gate/decision/terms/metrics.ts';
import { exceeds, reaches } from '#statistics/beyond.ts';
import { MAY_BE_CHANCE } from '../metric-state.ts';
import { differs } from '../reason-place.ts';
import { limitsOf, titleOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { increaseState } from '../rows/metric-tests.ts';
import { type Headline, named } from './headline-words.ts';
import { madeBaselineHeadline } from './made-baseline.ts';
import { caseNames } from './names.ts';

/** A green report: that nothing got worse, and how often a drop would have been red. */
export function passedHeadline(report: Report): Headline {
  const { reasons } = report;
  const title = titleOf(report);
  const limits = limitsOf(report);
  const limited = (words: string) => named(PASSED, [words, ...limits].join('; '));
  const [first] = reasons;
  if (first?.code === 'baseline_made') return madeBaselineHeadline(report);
  if (first?.code === 'carried')
    return { ...named(PASSED, title), sentence: 'No case was run, and no model was asked.', also: [], numbers: [] };
  if (first?.code !== 'no_regression') return { ...named(PASSED, title), sentence: '', also: [], numbers: [] };
  if (reasons.some(differs)) return { ...limited(DIFFERS), sentence: SECOND, also: [], numbers: [title] };
  const moved = [risen(report), byChance(report)].flatMap((words) => words ?? []);
  const worse = worseCases(report);
  const fallen = moved.length === 0 && !isAccepting(report) ? fallenRate(report) : [];
  const told = [...moved, ...fallen, ...worse];
  const nothing = `nothing ${isAccepting(report) ? 'else ' : ''}got worse`;
  return {
    ...limited(told.length === 0 ? nothing : told.join('; ')),
    sentence: ratesAndPower(report),
    also: [],
    numbers: [title],
  };
}

const PASSED = 'Agent eval passed';

/** Something did get worse, and is meant to. */
function isAccepting({ reasons }: Report): boolean {
  return reasons.some(({ code }) => code === 'accepted');
}

/** A fall that readers see in the table is never nothing: it is tolerated, or what was ruled out is larger. */
function fallenRate({ numbers, metrics }: Report): readonly string[] {
  const { suite } = numbers.pass_rate;
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  if (suite === null || row?.change == null || -row.change < WORTH_TELLING) return [];
  if (!exceeds(-row.change, suite.max_drop))
    return [`within what is tolerated: pass rate ${changeInPoints(row.change)} (${points(suite.max_drop)} are)`];
  return suite.rule_out === null ? [] : [`no drop of ${points(suite.rule_out)} or more`];
}

const WORTH_TELLING = 0.01;

/** Cases that passed less often than on main, and why they make nothing red. */
function worseCases({ cases, reasons, numbers: { again } }: Report): readonly string[] {
  const accepted = new Set(reasons.flatMap(({ code, cases: ids }) => (code === 'accepted' ? ids : [])));
  const cleared = new Set(
    again?.tests.flatMap(({ gate, outcome, cases: ids }) => (gate === 'case' && outcome === 'cleared' ? ids : [])),
  );
  const worse = cases.flatMap(({ id, group }) => (group === 'worse' && !accepted.has(id) ? [id] : []));
  const today = worse.filter((id) => cleared.has(id));
  const unsettled = worse.filter((id) => !cleared.has(id));
  return [
    ...(today.length === 0
      ? []
      : [`${caseNames(today)} ${today.length === 1 ? 'does' : 'do'} no better on main today`]),
    ...(unsettled.length === 0
      ? []
      : [`${caseNames(unsettled)} ${unsettled.length === 1 ? 'is' : 'are'} worse and could not be settled`]),
  ];
}

const DIFFERS = "the judge treats this change's answers differently, and a second judge sees no drop";
const SECOND = 'The pass rates are those of the first judge; the second one decided.';

/** Metrics whose total is beyond its tolerance: nothing shows that they rose, and nothing that they did not. */
function byChance({ numbers }: Report): string | null {
  const words = METRIC_NAMES.flatMap((metric) => {
    const test = numbers[metric];
    if (test === null || increaseState(test) !== 'chance') return [];
    return [`${METRICS[metric].words} ${relativeChange(test.total.rise)}`];
  });
  return words.length === 0 ? null : `${listed(words)}, ${MAY_BE_CHANCE}`;
}

/** A rise beyond chance. */
function risen({ numbers, metrics }: Report): string | null {
  const { suite } = numbers.pass_rate;
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  if (suite === null || suite.ci95[1] >= 0 || row === undefined) return null;
  const { baseline, candidate } = row;
  return baseline === null || candidate === null
    ? null
    : `pass rate rose from ${percent(baseline)} to ${percent(candidate)}`;
}

function ratesAndPower({ numbers, metrics, main: branch }: Report): string {
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  const main = row?.baseline ?? null;
  const here = row?.candidate ?? null;
  const rates =
    here === null ? [] : [`The pass rate is ${percent(here)}${main === null ? '' : ` (${branch} ${percent(main)})`}.`];
  const ruledOut = numbers.pass_rate.suite?.rule_out ?? null;
  // Such a drop did show, and is accepted or left out of the test.
  const hasShown = ruledOut === null || (main !== null && here !== null && reaches(ruledOut, main - here));
  const { red_at_rule_out: red } = numbers;
  const power =
    hasShown || red === null
      ? []
      : [`A drop of ${points(ruledOut)} would have been red in ${wholePercent(red)} of changes.`];
  return [...rates, ...power].join(' ');
}
