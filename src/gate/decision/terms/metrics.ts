import { keyed, keysOf } from '#common/keyed.ts';
import { dollars, duration, wholeNumber } from '#common/words.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';

/**
 * What a trial cost. `list`: as if no token had come from a cache; `paid`: with caching, which differs from run to run though nothing changed.
 */
export type CostBasis = 'list' | 'paid';

/**
 * A count, cost or time of a trial that a policy keeps from rising. Its key is the same in the policy, the decision and the
 * report.
 */
interface MetricRow {
  /** Its name in a sentence. */
  readonly words: string;
  /** The label of its row in the report. */
  readonly label: string;
  readonly unit: 'tokens' | 'usd' | 'ms';
  /** The figure in the report, by its key in the metrics of a suite. */
  readonly figure: string;
  /** The figure is a sum over cases: if it is tested, over the test's cases. */
  readonly is_total: boolean;
  /** A sum of its values, with its unit. */
  readonly amount: (sum: number) => string;
  readonly valueOf: (trial: Pick<LeanTrial, 'usage' | 'latency_ms'>, costs: CostBasis) => number | null;
  /** Caches change what was paid: tested by that only on fresh trials of both sides. */
  readonly is_cached: boolean;
  /** The agent reports it, so some completed trials may lack it. */
  readonly is_reported: boolean;
  /** The tolerance if a policy names no `max_increase`: 0.1 is ten percent. */
  readonly max_increase: number;
  /** Tested even if a policy does not name it. */
  readonly by_default: boolean;
  /** How far its logarithm usually moves from one day to the next, as a standard deviation, though nothing changed. */
  readonly usual_drift: number;
  /** Its share of the false-alarm budget, before disabled gates give theirs to the others. */
  readonly share: number;
  /** The documentation of its key in the policy. */
  readonly docs: string;
}

/** Every metric that is tested for an increase. To add a gate, add a row; code that must handle it does not compile otherwise. */
export const METRICS = {
  total_tokens: {
    words: 'tokens',
    label: 'tokens (1 trial per case)',
    unit: 'tokens',
    figure: 'total_tokens',
    is_total: true,
    amount: wholeNumber,
    valueOf: ({ usage }) => usage.total_tokens,
    is_cached: false,
    is_reported: true,
    max_increase: 0.1,
    by_default: true,
    usual_drift: 0.05,
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
    valueOf: ({ usage }, costs) => (costs === 'list' ? (usage.list_cost_usd ?? null) : usage.cost_usd),
    is_cached: true,
    is_reported: true,
    max_increase: 0.1,
    by_default: true,
    usual_drift: 0.05,
    share: 0.05,
    docs: 'Tolerated increase of cost at list prices, without caching, or false; tested where the baseline has costs',
  },
  latency_ms: {
    words: 'latency',
    label: 'latency p95',
    unit: 'ms',
    figure: 'latency_p95',
    is_total: false,
    amount: duration,
    valueOf: ({ latency_ms }) => latency_ms,
    is_cached: false,
    is_reported: false,
    max_increase: 0.25,
    by_default: false,
    usual_drift: 0.1,
    share: 0.05,
    docs: 'Tolerated increase of wall time; off unless written',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Metrics that are tested for an increase. */
export type Metric = keyof typeof METRICS;

/** In the order of the report. */
export const METRIC_NAMES: readonly Metric[] = keysOf(METRICS);

/** Values of a trial, besides its outcome. */
export type ValueName = 'tool_recall' | Metric;

/** Tests of the suite and of each tag, each with its name in a sentence. */
export const METRIC_WORDS = {
  pass_rate: 'pass rate',
  tool_recall: 'tool recall',
  ...keyed<Readonly<Record<Metric, string>>>(METRIC_NAMES, (metric) => METRICS[metric].words),
} as const satisfies Readonly<Record<string, string>>;

/** What a change may accept besides metrics: that the agent calls other tools, or calls them otherwise. */
export const BEHAVIOUR = 'behaviour';

/** Tests of the suite and of each tag. */
export type ScopeTest = keyof typeof METRIC_WORDS;

/** The test of a name; `null`: there is none. */
export function scopeTest(name: string): ScopeTest | null {
  return keysOf(METRIC_WORDS).find((test) => test === name) ?? null;
}
