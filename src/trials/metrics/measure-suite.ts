import { keyed } from '#common/keyed.ts';
import { mean } from '#statistics/mean.ts';
import { quantile } from '#statistics/quantile.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { FIGURE_NAMES } from './figures.ts';
import { type Figures, meanOf, measureCase } from './measure-case.ts';
import { shareOfTurns, turnsOf } from './measure-trial.ts';

/** A case's trials, as in results files. */
export interface CaseTrials {
  readonly trials: readonly TrialRecord[];
}

/** How many of some things pass in every judged trial. */
export interface FigureTally {
  readonly passed: number;
  readonly of: number;
}

/** Everything measured over a suite, or over the cases of one tag. */
export interface SuiteMetrics extends Figures {
  /** Of the cases with a judged trial; `null`: there is none. */
  readonly cases_passed: FigureTally | null;
  /** Of the turns with checks of their own; `null`: there is none, or not all checks are stored. */
  readonly turns_passed: FigureTally | null;
  /** Sums over cases of the case's mean per trial, so that they do not depend on the number of trials. */
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  /** The same at list prices. */
  readonly list_cost_usd: number | null;
  /** Mean over cases of the share of input tokens that came from a cache. */
  readonly cached_share: number | null;
  /** At least one count is an estimate; such counts are not compared with measured ones. */
  readonly usage_estimated: boolean;
  /** Over all judged trials, milliseconds. */
  readonly latency_p95: number | null;
}

/** Measures all cases together. */
export function measureSuite(all: readonly CaseTrials[]): SuiteMetrics {
  const cases = all.map(({ trials }) => trials.filter(({ outcome }) => outcome !== 'error'));
  const measured = cases.map(measureCase);
  const trials = cases.flat();
  const list = known(cases.map((judged) => meanOf(judged, ({ usage }) => usage.list_cost_usd ?? null)));
  return {
    ...keyed<Figures>(FIGURE_NAMES, (figure) => mean(known(measured.map((figures) => figures[figure])))),
    cases_passed: tally(measured.flatMap(({ pass_rate: rate }) => (rate === null ? [] : rate === 1))),
    turns_passed: turnsPassed(cases),
    total_tokens: sum(known(measured.map(({ mean_tokens }) => mean_tokens))),
    cost_usd: sum(known(measured.map(({ mean_cost_usd }) => mean_cost_usd))),
    list_cost_usd: sum(list),
    cached_share: mean(known(cases.map((judged) => meanOf(judged, cachedShare)))),
    usage_estimated: trials.some(({ usage }) => usage.estimated === true),
    latency_p95: quantile(known(trials.map(({ latency_ms }) => latency_ms)), 0.95),
  };
}

function turnsPassed(cases: readonly (readonly TrialRecord[])[]): FigureTally | null {
  const outcomes: boolean[] = [];
  for (const trials of cases) {
    const turns = new Map<number, boolean>();
    for (const trial of trials) {
      const verdicts = turnsOf(trial.checks, trial.completed === true);
      // A large file stores no checks that passed.
      if (shareOfTurns(verdicts) !== trial.turn_pass_rate) return null;
      for (const [turn, holds] of verdicts) turns.set(turn, holds && turns.get(turn) !== false);
    }
    outcomes.push(...turns.values());
  }
  return tally(outcomes);
}

function tally(outcomes: readonly boolean[]): FigureTally | null {
  return outcomes.length === 0 ? null : { passed: outcomes.filter(Boolean).length, of: outcomes.length };
}

function cachedShare({ usage: { input_tokens: input, cache_read_tokens: read = null } }: TrialRecord): number | null {
  return input === null || input === 0 || read === null ? null : read / input;
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}
