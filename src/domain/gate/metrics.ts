import { keyed, keysOf } from '#domain/keyed.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { dollars, duration, wholeNumber } from '#domain/words.ts';

/** A count, cost or time of a trial that a policy keeps from rising. Its key is that of the policy, of the decision and of the report. */
interface MetricRow {
  /** In a sentence. */
  readonly words: string;
  /** A sum of its values, in its unit. */
  readonly amount: (sum: number) => string;
  readonly valueOf: (trial: Pick<TrialRecord, 'usage' | 'latency_ms'>) => number | null;
  /** The agent tells it, so some of its trials may lack it although they ran to their end. */
  readonly is_reported: boolean;
  /** Tolerated where a policy names no `max_increase`: 0.1 is ten percent. */
  readonly max_increase: number;
  /** Tested also where a policy does not name it. */
  readonly by_default: boolean;
  /** Of the false-alarm budget, before gates that are off give theirs to the others. */
  readonly share: number;
  /** Of its key in the policy. */
  readonly docs: string;
}

/** Every metric that is tested for an increase. One more row is one more gate; what else has to know it does not compile without. */
export const METRICS = {
  total_tokens: {
    words: 'tokens',
    amount: wholeNumber,
    valueOf: ({ usage }) => usage.total_tokens,
    is_reported: true,
    max_increase: 0.1,
    by_default: true,
    share: 0.1,
    docs: 'Tolerated increase of tokens, or false',
  },
  cost_usd: {
    words: 'cost',
    amount: dollars,
    valueOf: ({ usage }) => usage.cost_usd,
    is_reported: true,
    max_increase: 0.1,
    by_default: true,
    share: 0.05,
    docs: 'Tolerated increase of cost, or false; tested where the baseline has costs',
  },
  latency_ms: {
    words: 'latency',
    amount: duration,
    valueOf: ({ latency_ms }) => latency_ms,
    is_reported: false,
    max_increase: 0.25,
    by_default: false,
    share: 0.05,
    docs: 'Tolerated increase of wall time; off unless written',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Metrics that are tested for an increase. */
export type Metric = keyof typeof METRICS;

/** In the order of telling. */
export const METRIC_NAMES: readonly Metric[] = keysOf(METRICS);

/** Values that a trial may have, beside that it passed. */
export type ValueName = 'tool_recall' | Metric;

/** Tests that the suite and each tag can have. */
export type ScopeTest = 'pass_rate' | ValueName;

/** Each in a sentence. */
export const METRIC_WORDS: Readonly<Record<ScopeTest, string>> = {
  pass_rate: 'pass rate',
  tool_recall: 'tool recall',
  ...keyed<Readonly<Record<Metric, string>>>(METRIC_NAMES, (metric) => METRICS[metric].words),
};
