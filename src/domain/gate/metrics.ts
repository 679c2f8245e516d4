import { keyed, keysOf } from '#domain/keyed.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { dollars, duration, wholeNumber } from '#domain/words.ts';

/** A count, cost or time of a trial that a policy keeps from rising. Its key is that of the policy, of the decision and of the report. */
interface MetricRow {
  /** In a sentence. */
  readonly words: string;
  /** Of its row in the report. */
  readonly label: string;
  readonly unit: 'tokens' | 'usd' | 'ms';
  /** What the report shows of it, by its key in the metrics of a suite. */
  readonly figure: string;
  /** The figure is a sum over cases: where it is tested, over those that the test is about. */
  readonly is_total: boolean;
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
    label: 'tokens (1 trial per case)',
    unit: 'tokens',
    figure: 'total_tokens',
    is_total: true,
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
    label: 'cost (1 trial per case)',
    unit: 'usd',
    figure: 'cost_usd',
    is_total: true,
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
    label: 'latency p95',
    unit: 'ms',
    figure: 'latency_p95',
    is_total: false,
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

/** Tests that the suite and each tag can have, each in a sentence. */
export const METRIC_WORDS = {
  pass_rate: 'pass rate',
  tool_recall: 'tool recall',
  ...keyed<Readonly<Record<Metric, string>>>(METRIC_NAMES, (metric) => METRICS[metric].words),
} as const satisfies Readonly<Record<string, string>>;

/** Tests that the suite and each tag can have. */
export type ScopeTest = keyof typeof METRIC_WORDS;
