import { mean } from '#statistics/mean.ts';
import { passAtK } from '#statistics/pass-k/pass-at-k.ts';
import { passHatK } from '#statistics/pass-k/pass-hat-k.ts';
import { quantile } from '#statistics/quantile.ts';
import type { TrialRecord, UsageRecord } from '#trials/trial/trial-record.ts';

/** Rates (0–1) of one case: means over its scored trials with a value. */
export interface CaseRates {
  readonly pass_rate: number | null;
  readonly tool_recall: number | null;
  readonly tool_precision: number | null;
  readonly tool_f1: number | null;
  readonly parameter_accuracy: number | null;
  readonly phrase_recall: number | null;
  readonly task_success: number | null;
  readonly turn_pass_rate: number | null;
  readonly retrieval_accuracy: number | null;
  /** Share of trials whose tool checks, or response checks, all hold; that completed. */
  readonly tools_ok_rate: number | null;
  readonly response_ok_rate: number | null;
  readonly completion_rate: number | null;
}

/** Everything measured over the trials of one case. `null`: no scored trial has a value. */
export interface CaseMetrics extends CaseRates {
  readonly trials: number;
  /** Trials that passed or failed; errors are missing, not failed. */
  readonly scored: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Means per trial. */
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  /** The same at list prices. */
  readonly list_cost_usd: number | null;
  /** Share of the input tokens that came from a cache. */
  readonly cached_share: number | null;
  readonly steps: number | null;
  /** At least one count is an estimate; such counts are not compared with measured ones. */
  readonly usage_estimated: boolean;
  /** Milliseconds. */
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
  /** Unbiased pass@k and pass^k by k, for k from 1 to the number of scored trials. */
  readonly pass_at_k: { readonly [k: string]: number };
  readonly pass_hat_k: { readonly [k: string]: number };
  /** Some trials pass, some fail; `null` without scored trials. */
  readonly flaky: boolean | null;
  /** No trial passes; `null` without scored trials. */
  readonly broken: boolean | null;
}

/** Measures the trials of one case. */
export function measureCase(trials: readonly TrialRecord[]): CaseMetrics {
  const scored = trials.filter(({ outcome }) => outcome !== 'error');
  const passed = scored.filter(({ outcome }) => outcome === 'passed').length;
  const average = (value: (trial: TrialRecord) => number | boolean | null): number | null =>
    mean(
      scored
        .map(value)
        .filter((one) => one !== null)
        .map(Number),
    );
  const latencies = scored.map(({ latency_ms }) => latency_ms).filter((latency) => latency !== null);
  return {
    trials: trials.length,
    scored: scored.length,
    passed,
    failed: scored.length - passed,
    errors: trials.length - scored.length,
    pass_rate: average(({ outcome }) => outcome === 'passed'),
    tool_recall: average(({ tool_recall }) => tool_recall),
    tool_precision: average(({ tool_precision }) => tool_precision),
    tool_f1: average(({ tool_f1 }) => tool_f1),
    parameter_accuracy: average(({ parameter_accuracy }) => parameter_accuracy),
    phrase_recall: average(({ phrase_recall }) => phrase_recall),
    task_success: average(({ task_success }) => task_success),
    turn_pass_rate: average(({ turn_pass_rate }) => turn_pass_rate),
    retrieval_accuracy: average(({ retrieval_accuracy }) => retrieval_accuracy),
    tools_ok_rate: average(({ tools_ok }) => tools_ok),
    response_ok_rate: average(({ response_ok }) => response_ok),
    completion_rate: average(({ completed }) => completed),
    input_tokens: average(({ usage }) => usage.input_tokens),
    output_tokens: average(({ usage }) => usage.output_tokens),
    total_tokens: average(({ usage }) => usage.total_tokens),
    cost_usd: average(({ usage }) => usage.cost_usd),
    list_cost_usd: average(({ usage }) => usage.list_cost_usd ?? null),
    cached_share: average(({ usage }) => cachedShare(usage)),
    steps: average(({ steps }) => steps),
    usage_estimated: scored.some(({ usage }) => usage.estimated === true),
    latency_p50: quantile(latencies, 0.5),
    latency_p95: quantile(latencies, 0.95),
    pass_at_k: byK(scored.length, (k) => passAtK(passed, scored.length, k)),
    pass_hat_k: byK(scored.length, (k) => passHatK(passed, scored.length, k)),
    flaky: scored.length === 0 ? null : passed > 0 && passed < scored.length,
    broken: scored.length === 0 ? null : passed === 0,
  };
}

function cachedShare({ input_tokens: input, cache_read_tokens: read = null }: UsageRecord): number | null {
  return input === null || input === 0 || read === null ? null : read / input;
}

function byK(largest: number, estimate: (k: number) => number | null): { readonly [k: string]: number } {
  const ks = Array.from({ length: largest }, (_, index) => index + 1);
  return Object.fromEntries(ks.map((k) => [String(k), estimate(k)] as const).filter(isDefined));
}

function isDefined(entry: readonly [string, number | null]): entry is readonly [string, number] {
  return entry[1] !== null;
}
