import { mean } from '#statistics/mean.ts';
import { quantile } from '#statistics/quantile.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { type CaseRates, measureCase } from './measure-case.ts';

/** A case's trials with its tags, as in results files. */
export interface CaseTrials {
  readonly tags: readonly string[];
  readonly trials: readonly TrialRecord[];
}

/** Everything measured over a suite, or over the cases of one tag. Rates are means over cases of the case's rate. */
export interface SuiteMetrics extends CaseRates {
  readonly cases: number;
  /** Numbers of trials. */
  readonly trials: number;
  readonly scored: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Numbers of cases. */
  readonly flaky: number;
  readonly broken: number;
  /** Sums over cases of the case's mean per trial, so that they do not depend on the number of trials. */
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  readonly list_cost_usd: number | null;
  /** Mean over cases of the share of input tokens that came from a cache. */
  readonly cached_share: number | null;
  /** How many cases have a value and so are in the sum. */
  readonly cases_with_tokens: number;
  readonly cases_with_cost: number;
  readonly usage_estimated: boolean;
  /** Mean over cases of model calls per trial. */
  readonly steps: number | null;
  /** Over all scored trials, milliseconds. */
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
}

/** Measures all cases together. */
export function measureSuite(cases: readonly CaseTrials[]): SuiteMetrics {
  const measured = cases.map(({ trials }) => measureCase(trials));
  const latencies = cases
    .flatMap(({ trials }) => trials)
    .filter(({ outcome }) => outcome !== 'error')
    .map(({ latency_ms }) => latency_ms)
    .filter((latency) => latency !== null);
  const values = (key: keyof CaseRates | Count | Sum | Average): number[] =>
    measured.map((one) => one[key]).filter((value) => value !== null);
  const average = (key: keyof CaseRates | Average): number | null => mean(values(key));
  const count = (key: Count): number => values(key).reduce((total, value) => total + value, 0);
  const sum = (key: Sum): number | null =>
    values(key).length === 0 ? null : values(key).reduce((total, value) => total + value, 0);
  return {
    cases: cases.length,
    trials: count('trials'),
    scored: count('scored'),
    passed: count('passed'),
    failed: count('failed'),
    errors: count('errors'),
    flaky: measured.filter(({ flaky }) => flaky === true).length,
    broken: measured.filter(({ broken }) => broken === true).length,
    pass_rate: average('pass_rate'),
    tool_recall: average('tool_recall'),
    tool_precision: average('tool_precision'),
    tool_f1: average('tool_f1'),
    parameter_accuracy: average('parameter_accuracy'),
    phrase_recall: average('phrase_recall'),
    task_success: average('task_success'),
    turn_pass_rate: average('turn_pass_rate'),
    retrieval_accuracy: average('retrieval_accuracy'),
    tools_ok_rate: average('tools_ok_rate'),
    response_ok_rate: average('response_ok_rate'),
    completion_rate: average('completion_rate'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    total_tokens: sum('total_tokens'),
    cost_usd: sum('cost_usd'),
    list_cost_usd: sum('list_cost_usd'),
    cached_share: average('cached_share'),
    cases_with_tokens: values('total_tokens').length,
    cases_with_cost: values('cost_usd').length,
    usage_estimated: measured.some(({ usage_estimated }) => usage_estimated),
    steps: average('steps'),
    latency_p50: quantile(latencies, 0.5),
    latency_p95: quantile(latencies, 0.95),
  };
}

type Count = 'trials' | 'scored' | 'passed' | 'failed' | 'errors';
type Sum = 'input_tokens' | 'output_tokens' | 'total_tokens' | 'cost_usd' | 'list_cost_usd';
type Average = 'steps' | 'cached_share';
