import { METRIC_NAMES, METRICS } from '#domain/gate/terms/metrics.ts';
import { reaches } from '#domain/statistics/beyond.ts';
import { listed, percent, points, relativeChange, wholePercent } from '#domain/words.ts';
import { differs } from '../reason-place.ts';
import { limitsOf, titleOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { MAY_BE_CHANCE } from '../rows/metric-state.ts';
import { increaseState } from '../rows/metric-tests.ts';
import { type Headline, named } from './headline-words.ts';
import { madeBaselineHeadline } from './made-baseline.ts';

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
  const nothing = `nothing ${isAccepting(report) ? 'else ' : ''}got worse`;
  return {
    ...limited(moved.length === 0 ? nothing : moved.join('; ')),
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
    here === null ? [] : [`${percent(here)} of trials pass${main === null ? '' : ` (${branch} ${percent(main)})`}.`];
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
