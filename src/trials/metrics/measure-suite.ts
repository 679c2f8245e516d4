import { keyed } from '#common/keyed.ts';
import { mean } from '#statistics/mean.ts';
import { quantile } from '#statistics/quantile.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { FIGURE_NAMES } from './figures.ts';
import { type CaseMeasures, type Figures, measureCase } from './measure-case.ts';
import { meanAt } from './measure-trial.ts';

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
  /** Of those turns, their conversations as far as they have checks of their own, and all other cases; `null`: there are no such turns. */
  readonly parts_passed: FigureTally | null;
  /** Retrieval accuracy by k. */
  readonly retrieval_at: CaseMeasures['retrieval_at'];
  /** Sums over cases of the case's mean per trial, so that they do not depend on the number of trials. */
  readonly total_tokens: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
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
export function measureSuite(cases: readonly CaseTrials[]): SuiteMetrics {
  return measuredSuite(cases.map(({ trials }) => measureCase(trials)));
}

/** The same of cases that are measured. */
export function measuredSuite(measured: readonly CaseMeasures[]): SuiteMetrics {
  const valuesOf = (name: keyof Figures | 'list_cost_usd' | 'cached_share') => known(measured.map((of) => of[name]));
  const turns = partsPassed(measured, 'turns');
  return {
    ...keyed<Figures>(FIGURE_NAMES, (figure) => mean(valuesOf(figure))),
    retrieval_at: meanAt(measured.map((of) => of.retrieval_at)),
    cases_passed: tally(valuesOf('pass_rate').map((rate) => rate === 1)),
    turns_passed: turns,
    parts_passed: turns && partsPassed(measured, 'parts'),
    total_tokens: sum(valuesOf('mean_tokens')),
    input_tokens: sum(valuesOf('mean_input_tokens')),
    output_tokens: sum(valuesOf('mean_output_tokens')),
    cost_usd: sum(valuesOf('mean_cost_usd')),
    list_cost_usd: sum(valuesOf('list_cost_usd')),
    cached_share: mean(valuesOf('cached_share')),
    usage_estimated: measured.some(({ usage_estimated }) => usage_estimated),
    latency_p95: quantile(
      measured.flatMap(({ latencies }) => latencies),
      0.95,
    ),
  };
}

function partsPassed(measured: readonly CaseMeasures[], which: 'turns' | 'parts'): FigureTally | null {
  const parts = measured.map((of) => of[which]);
  return parts.includes(null) ? null : tally(parts.flatMap((of) => of ?? []));
}

function tally(outcomes: readonly boolean[]): FigureTally | null {
  return outcomes.length === 0 ? null : { passed: outcomes.filter(Boolean).length, of: outcomes.length };
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}
