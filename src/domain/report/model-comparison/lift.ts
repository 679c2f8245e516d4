import { asRun } from '#domain/baseline/results/arms-of-run.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Interval } from '#domain/statistics/interval.ts';
import { mean } from '#domain/statistics/mean.ts';
import { logRatioTest } from '#domain/statistics/values/log-ratio-test.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import {
  changeInPoints,
  dollars,
  plural,
  pointInterval,
  pValue,
  relativeChange,
  relativeInterval,
} from '#domain/words.ts';
import { type AgentRun, compareAgents } from './compare-agents.ts';
import type { ModelComparison } from './model-comparison.ts';

/** What the judged arm of an agent gains over the others, on the trials of one run. It decides nothing. */
export interface Lift {
  /** Name of the arm that is judged. */
  readonly own: string;
  /** Of all arms, the judged one first. */
  readonly comparison: ModelComparison;
  /** Of the judged arm over each other one that ran. */
  readonly rows: readonly LiftRow[];
}

/** What the judged arm gains over another one. `null`: unknown. */
export interface LiftRow {
  readonly over: string;
  /** Mean over cases of the difference of pass rates, with the interval of the paired test. */
  readonly pass_rate: { readonly change: number; readonly ci95: Interval; readonly p: number } | null;
  readonly tokens: UsageChange | null;
  readonly cost_usd: UsageChange | null;
  readonly latency: UsageChange | null;
}

/** How much more the judged arm uses. */
export interface UsageChange {
  /** Mean over cases ÷ the same of the other arm − 1. */
  readonly change: number;
  /** Of the typical case, paired; `null` with too few cases. */
  readonly ci95: Interval | null;
}

/** `null`: the agent of the run has no arms. */
export function liftOf(results: ResultsFile): Lift | null {
  const { arms } = results;
  if (
    arms === undefined ||
    (!hasTrials(results) && arms.others.every((arm) => !hasTrials(arm) && arm.problem === null))
  )
    return null;
  const runs: readonly AgentRun[] = [
    { name: arms.own, results: planned(results), problem: null },
    ...arms.others.map((arm) => ({ name: arm.name, results: asRun(arm, results), problem: arm.problem })),
  ];
  const comparison = compareAgents(runs, results.stop.look, arms.others.flatMap(priceOf));
  const [own, ...others] = runs;
  if (own === undefined) return null;
  return {
    own: own.name,
    comparison,
    rows: others.filter(({ problem }) => problem === null).map((other) => rowOf(own, other, comparison)),
  };
}

/** The gain over another arm, a sentence. */
export function liftWords({ over, pass_rate: rate, tokens, cost_usd: cost, latency }: LiftRow, own: string): string {
  const used = [...usedWords('tokens', tokens), ...usedWords('cost', cost), ...usedWords('latency', latency)];
  const gain =
    rate === null
      ? 'no case has judged trials of both'
      : `${changeInPoints(rate.change)} (95 %: ${pointInterval([rate.ci95.low, rate.ci95.high])}, ${pValue(rate.p)})`;
  return `${own} over ${over}: pass rate ${[gain, ...used].join('; ')}`;
}

/** The lift over the first other arm in a few words; `null`: it is unknown. */
export function liftTitle({ own, rows: [first] }: Lift): string | null {
  if (first === undefined || first.pass_rate === null) return null;
  return `${changeInPoints(first.pass_rate.change)} ${own} over ${first.over}`;
}

function hasTrials({ cases }: { readonly cases: readonly { readonly trials: readonly TrialRecord[] }[] }): boolean {
  return cases.some(({ trials }) => trials.length > 0);
}

/** Without the trials that only confirm a failure: the other arms have none. */
function planned(results: ResultsFile): ResultsFile {
  const cases = results.cases.map((item) => ({
    ...item,
    trials: item.trials.filter(({ index }) => index <= item.planned_trials),
  }));
  return { ...results, cases };
}

function rowOf(own: AgentRun, other: AgentRun, { pairs }: ModelComparison): LiftRow {
  const pair = pairs.find(({ first, second }) => first === own.name && second === other.name);
  const { difference = null, ci95 = null, p_holm: p = 1 } = pair ?? {};
  const usage = (value: (trial: TrialRecord) => number | null) => usageChange(own.results, other.results, value);
  return {
    over: other.name,
    // Of a pair, the difference is that of the second.
    pass_rate:
      difference === null || ci95 === null
        ? null
        : { change: 0 - difference, ci95: { low: 0 - ci95.high, high: 0 - ci95.low }, p },
    tokens: usage(({ usage: { total_tokens: tokens } }) => tokens),
    cost_usd: usage(({ usage: { cost_usd: cost } }) => cost),
    latency: usage(({ latency_ms: latency }) => latency),
  };
}

function usageChange(
  own: ResultsFile,
  other: ResultsFile,
  value: (trial: TrialRecord) => number | null,
): UsageChange | null {
  const of = ({ cases }: ResultsFile, id: string) =>
    (cases.find((item) => item.id === id)?.trials ?? [])
      .filter(({ outcome }) => outcome !== 'error')
      .flatMap((trial) => value(trial) ?? []);
  const pairs = own.cases
    .map(({ id }) => ({ candidate: of(own, id), baseline: of(other, id) }))
    .filter(({ candidate, baseline }) => candidate.length > 0 && baseline.length > 0);
  const here = mean(pairs.map(({ candidate }) => mean(candidate) ?? 0));
  const there = mean(pairs.map(({ baseline }) => mean(baseline) ?? 0));
  if (here === null || there === null || there === 0) return null;
  const { ci95 = null } = logRatioTest(pairs) ?? {};
  return { change: here / there - 1, ci95: ci95 && { low: ci95.low - 1, high: ci95.high - 1 } };
}

function usedWords(what: string, usage: UsageChange | null): readonly string[] {
  if (usage === null) return [];
  const range =
    usage.ci95 === null ? '' : ` (95 % of the typical case: ${relativeInterval([usage.ci95.low, usage.ci95.high])})`;
  return [`${what} ${relativeChange(usage.change)}${range}`];
}

/** The figures of the run are those of the judged arm alone. */
function priceOf({ name, cases }: NonNullable<ResultsFile['arms']>['others'][number]): readonly string[] {
  const trials = cases.flatMap((item) => item.trials);
  const known = trials.flatMap(({ usage }) => usage.cost_usd ?? []);
  if (trials.length === 0) return [];
  const cost = known.length === 0 ? '' : `, ${dollars(known.reduce((sum, one) => sum + one, 0))}`;
  return [`The figures of the run leave out what ${name} used: ${plural(trials.length, 'trial')}${cost}`];
}
