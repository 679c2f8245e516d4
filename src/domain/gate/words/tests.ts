import {
  listed,
  pAgainst,
  percent,
  plural,
  pointInterval,
  points,
  pValue,
  relativeChange,
  relativeInterval,
} from '#domain/words.ts';
import { CHANGE_ALONE } from '../boundary.ts';
import type { CaseDecision, Interval, RatioDecision, RecallDecision, SuiteDecision } from '../decision.ts';
import type { Words } from '../finding.ts';
import { METRIC_WORDS, METRICS, type Metric, type ValueName } from '../metrics.ts';

/** Mean pass rates of both sides. */
export interface Rates {
  readonly candidate: number | null;
  readonly baseline: number | null;
}

/** `tag refund: ` before what is said of a tag; nothing for the suite. */
export function about(tag: string | null): string {
  return tag === null ? '' : `tag ${tag}: `;
}

/** The mean pass rate fell, beyond chance and beyond what is tolerated. */
export function suiteDropped(suite: SuiteDecision, rates: Rates, tag: string | null): Words {
  const what = `${about(tag)}pass rate fell ${points(suite.drop)}${fromTo(rates)}`;
  const why = suite.boundary === CHANGE_ALONE ? `more than the tolerated ${points(suite.max_drop)}` : 'a real drop';
  return { headline: `${what}, ${why}`, message: `${what}, ${evidenceOf(suite)}: ${why}` };
}

/** A drop that matters was excluded, or none was asked to be; a rise beyond chance is what a reader has to hear first. */
export function noRegression(suite: SuiteDecision): Words {
  if (suite.ci95[1] < 0) {
    const headline = `no regression: pass rate rose ${points(-suite.drop)}`;
    return {
      headline,
      message: `${headline} (95 % CI ${changeInterval(suite.ci95)}, ${plural(suite.look, 'trial')} per case)`,
    };
  }
  if (suite.rule_out === null) {
    const headline = `no regression: ${change(suite.drop)}, ${points(suite.max_drop)} are tolerated`;
    return { headline, message: headline };
  }
  const headline = `no regression: a drop of ${points(suite.rule_out)} or more is ruled out`;
  return {
    headline,
    message: `${headline} (upper bound ${points(suite.upper95)}, ${plural(suite.look, 'trial')} per case)`,
  };
}

/** Neither a drop is shown nor one that matters excluded. */
export function cannotTell(suite: SuiteDecision, needed: number | null, tag: string | null): Words {
  const more =
    needed === null
      ? 'more cases are needed to settle it'
      : `${plural(needed - suite.look, 'more trial')} per case would settle it`;
  const text = `${about(tag)}can't tell: ${change(suite.drop)}, 95 % CI ${changeInterval(suite.ci95)}; ${more}`;
  const asked =
    suite.rule_out === null
      ? ''
      : ` (a drop of ${points(suite.rule_out)} has to be ruled out, upper bound ${points(suite.upper95)})`;
  return { headline: text, message: `${text}${asked}` };
}

/** The drop is real but tolerated. */
export function toleratedDrop(suite: SuiteDecision, tag: string | null): string {
  return `${about(tag)}the drop of ${points(suite.drop)} is real (${pValue(suite.p_mid)}), and within the tolerated ${points(suite.max_drop)}`;
}

/** Cases broke, beyond what chance does to any case of the suite; worst first. */
export function casesBroke(tests: readonly CaseDecision[]): Words {
  const headline =
    tests.length === 1 ? `case ${describe(tests)}` : `${plural(tests.length, 'case')} broke: ${describe(tests)}`;
  return { headline, message: `${headline}; ${chanceOf(tests)}` };
}

/** Cases that are suspicious, not proven broken; worst first. */
export function watchCases(tests: readonly CaseDecision[]): string {
  return `watch: ${describe(tests)}; ${chanceOf(tests)}`;
}

/** Tool recall fell, beyond chance and beyond what is tolerated. */
export function recallDropped(recall: RecallDecision, tag: string | null): Words {
  const headline = `${about(tag)}tool recall fell ${points(recall.change)} (${percent(recall.baseline)} → ${percent(recall.candidate)})`;
  const interval = recall.ci95 === null ? '' : `, 95 % CI ${changeInterval(recall.ci95)}`;
  const evidence = recall.boundary === CHANGE_ALONE ? '' : `${interval}, ${pAgainst(recall.p, recall.boundary)}`;
  return { headline, message: `${headline}${evidence}; ${points(recall.max_drop)} are tolerated` };
}

/** Tokens, cost or latency rose, beyond chance and beyond what is tolerated. */
export function ratioRose(metric: Metric, test: RatioDecision, tag: string | null): Words {
  const rise = relativeChange((test.ratio ?? 1) - 1);
  const threshold = test.p === null;
  const headline = `${about(tag)}${METRIC_WORDS[metric]} rose: ${rise} ${threshold ? 'in all' : 'in the typical case'}, ${relativeChange(test.max_increase)} is tolerated`;
  const { amount } = METRICS[metric];
  const totals = `suite total ${amount(test.baseline ?? 0)} → ${amount(test.candidate ?? 0)}`;
  if (threshold) return { headline, message: `${headline} (${totals})` };
  const interval = test.ci95 === null ? '' : `95 % CI ${relativeInterval([test.ci95[0] - 1, test.ci95[1] - 1])}, `;
  return {
    headline,
    message: `${headline} (${interval}${pAgainst(test.p ?? 1, test.boundary)}; ${totals})`,
  };
}

/** Too few cases for a test, and yet every one of them rose beyond what is tolerated. */
export function ratioUntested(metric: Metric, test: RatioDecision, tag: string | null): Words {
  const headline = `${about(tag)}${METRIC_WORDS[metric]} rose in every case: ${relativeChange((test.ratio ?? 1) - 1)} in the typical one, ${relativeChange(test.max_increase)} is tolerated`;
  return { headline, message: `${headline}; ${test.missing ?? 'it was not tested'}` };
}

/** A gate that is on has too little from the candidate to be read. */
export function valuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases, of } = lacking;
  return `${about(tag)}${METRIC_WORDS[metric]} can't be judged: ${plural(cases.length, 'case')} of ${of} that have values on main have ${noneHere(lacking)} (${listed(cases)})`;
}

/** Few cases lack values; the gate was read without them. */
export function someValuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases, of } = lacking;
  return `${about(tag)}${METRIC_WORDS[metric]} was judged without ${plural(cases.length, 'case')} of ${of} that have values on main and have ${noneHere(lacking)} (${listed(cases)})`;
}

/** Of cases of main that report them now and then nothing is known. */
export function valuesInPartOnMain(metric: ValueName, cases: readonly string[], tag: string | null): string {
  return `${about(tag)}${METRIC_WORDS[metric]} was judged without ${plural(cases.length, 'case')} in which only some trials of main report it (${listed(cases)})`;
}

/** Cases that have values on main, and none that could be compared here. */
export interface LackingValues {
  readonly cases: readonly string[];
  /** Those of them in which some trials report values and others do not. */
  readonly in_part: number;
  /** The cases that have values on main. */
  readonly of: number;
}

function noneHere({ cases, in_part }: LackingValues): string {
  if (in_part === 0) return 'none here';
  return in_part === cases.length ? 'them here in only some trials' : 'none here, or in only some trials';
}

const MOST_DESCRIBED = 3;

/** Where main did as well by what it demands itself, a reader must see that it is the demand that changed. */
const REGRADED = "main graded again with this change's expectations";

function describe(tests: readonly CaseDecision[]): string {
  const items = tests.map(({ id, baseline, candidate, regraded }) => {
    const main = `${baseline.passed}/${baseline.scored} on main`;
    const again = regraded ? ` (${tests.length === 1 ? REGRADED : 'main graded again'})` : '';
    return `${id} passed ${main} and ${candidate.passed}/${candidate.scored} here${again}`;
  });
  return listed(items, MOST_DESCRIBED, '; ');
}

function chanceOf([worst, ...others]: readonly CaseDecision[]): string {
  const which = others.length === 0 ? 'such a case' : 'a case like the first';
  return `chance of ${which} anywhere in this suite if nothing changed: ${percent(worst?.p_adjusted ?? 1)}`;
}

function fromTo({ candidate, baseline }: Rates): string {
  return candidate === null || baseline === null ? '' : ` (${percent(baseline)} → ${percent(candidate)})`;
}

function change(drop: number): string {
  const size = points(Math.abs(drop));
  if (size === points(0)) return 'pass rate unchanged';
  return `pass rate ${size} ${drop > 0 ? 'lower' : 'higher'}`;
}

/** The interval of a drop as that of the change: with the sign that it has in the table of metrics. */
function changeInterval([low, high]: Interval): string {
  return pointInterval([-high, -low]);
}

function evidenceOf(suite: SuiteDecision): string {
  const interval = `95 % CI ${changeInterval(suite.ci95)}`;
  return suite.boundary === CHANGE_ALONE ? interval : `${interval}, ${pAgainst(suite.p_mid, suite.boundary)}`;
}
