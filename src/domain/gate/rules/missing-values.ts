import { listed, plural, wholeNumber } from '#domain/words.ts';
import { comparableCases, type GateTrial, type PairedCase } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import { casesWithBaselineValues, isReportedInPart, reportOf, valuesOf } from '../metric-values.ts';
import { METRIC_WORDS, type ValueName } from '../metrics.ts';
import type { Scope } from './gate-rule.ts';
import { ofTag } from './words.ts';

/** If this share of a gate's cases lacks its metric, the gate has been evaded, by accident or not. */
const MOST_LACKING = 0.1;

/** While more than this share of them is left, cases in which the agent cancelled calls are left out of the test. */
const LEAST_LEFT = 0.5;

/**
 * A gate that the baseline enables stays enabled: it can't pass on values that the candidate does not report. A case some of whose
 * trials lack them only because the agent's own client cancelled a model call is left out, and the others decide.
 *
 * @param isUntested there were too few values for a test
 */
export function missingValues(
  { tag, cases }: Scope,
  metric: ValueName,
  { boundary }: { readonly boundary: number },
  isUntested: boolean,
): readonly Finding[] {
  if (boundary === 0) return [];
  const expected = casesWithBaselineValues(comparableCases(cases), metric);
  const without = expected.filter(({ trials }) => valuesOf(trials, metric).length === 0);
  const cut = without.filter(({ trials }) => isCutOnly(trials, metric));
  const spared = expected.length - cut.length > LEAST_LEFT * expected.length ? cut.length : 0;
  const lacking = {
    cut: cutCalls(cut, metric),
    cases: without.map(({ id }) => id),
    in_part: without.filter(({ trials }) => isReportedInPart(trials, metric)).length,
    of: expected.length,
  };
  const about = { gate: metric, code: 'values_missing', tag } as const;
  const here = isEvaded(without.length - (isUntested ? 0 : spared), expected.length, isUntested)
    ? finding({ ...about, cases: lacking.cases, outcome: 'inconclusive' }, valuesMissing(metric, lacking, tag))
    : finding({ ...about, cases: lacking.cases, outcome: 'note' }, someValuesMissing(metric, lacking, tag));
  const onMain = comparableCases(cases).flatMap(({ id, baseline }) => (isReportedInPart(baseline, metric) ? [id] : []));
  return [
    ...(without.length === 0 ? [] : [here]),
    ...(onMain.length === 0
      ? []
      : [finding({ ...about, cases: onMain, outcome: 'note' }, valuesInPartOnMain(metric, onMain, tag))]),
  ];
}

/** Whether so many of the cases with values on main have none here that their gate can't pass. */
export function isEvaded(without: number, expected: number, isUntested: boolean): boolean {
  return without > 0 && (isUntested || without > MOST_LACKING * expected);
}

/** Whether some trials have values, and the others lack them because a model call of theirs was cancelled. */
function isCutOnly(trials: readonly GateTrial[], metric: ValueName): boolean {
  return isReportedInPart(trials, metric) && trials.every((trial) => reportOf(trial, metric) !== 2 || isCut(trial));
}

function isCut({ cancelled_call: call }: GateTrial): boolean {
  return call !== undefined;
}

/** `model call 2 of turn 1 (small), in trial 3 of refund`, the first of each case. */
function cutCalls(cases: readonly PairedCase[], metric: ValueName): readonly string[] {
  return cases.flatMap(({ id, trials }) => {
    const trial = trials.find((one) => one[metric] === null && isCut(one));
    if (trial?.cancelled_call === undefined) return [];
    const { turn, step, model } = trial.cancelled_call;
    return `model call ${step} of turn ${turn}${model === null ? '' : ` (${model})`}, in trial ${trial.index} of ${id}`;
  });
}

/** An enabled gate has too few values from the candidate. */
function valuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases } = lacking;
  return `${ofTag(tag)}${METRIC_WORDS[metric]} can't be judged: ${someOf(lacking)} ${cases.length === 1 ? 'has' : 'have'} ${noneHere(lacking)} (${listed(cases)})${cutWords(lacking)}`;
}

/** A few cases lack values; the gate was tested without them. */
function someValuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases } = lacking;
  return `${ofTag(tag)}${METRIC_WORDS[metric]} was judged without ${someOf(lacking)} that ${cases.length === 1 ? 'has' : 'have'} ${noneHere(lacking)} (${listed(cases)})${cutWords(lacking)}`;
}

function cutWords({ cut }: LackingValues): string {
  return cut.length === 0 ? '' : `: the agent's own client cancelled ${listed(cut)}, so what it cost is unknown`;
}

/** Cases of main that report them only sometimes can't be used. */
function valuesInPartOnMain(metric: ValueName, cases: readonly string[], tag: string | null): string {
  return `${ofTag(tag)}${METRIC_WORDS[metric]} was judged without ${plural(cases.length, 'case')} in which only some trials of main report it (${listed(cases)})`;
}

/** Cases with values on main, but none that could be compared here. */
interface LackingValues {
  /** Model calls that clients cancelled, one of each case that lacks values only for that. */
  readonly cut: readonly string[];
  readonly cases: readonly string[];
  /** Those in which some trials report values and others do not. */
  readonly in_part: number;
  /** The cases with values on main. */
  readonly of: number;
}

function someOf({ cases, of }: LackingValues): string {
  return `${wholeNumber(cases.length)} of ${plural(of, 'case')} with values on main`;
}

function noneHere({ cases, in_part }: LackingValues): string {
  if (in_part === 0) return 'none here';
  return in_part === cases.length ? 'them here in only some trials' : 'none here, or in only some trials';
}
