import { scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What trials will cost if they cost what the baseline's did; `null` if the baseline does not know. */
export interface CostEstimate {
  readonly trials: number;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
  /** One trial after the other. */
  readonly duration_ms: number | null;
}

/** Numbers of trials to run, by case id. */
export type TrialCounts = ReadonlyMap<string, number>;

/** Estimates trials from a baseline: for each planned trial its case's mean, for a new case the mean over all cases. */
export function estimateRun(planned: TrialCounts, baseline: ResultsFile | null): CostEstimate {
  return {
    trials: [...planned.values()].reduce((sum, count) => sum + count, 0),
    tokens: expectedCounts(planned, baseline, ({ usage, user_usage: user, judge_usage: judge }) =>
      plus(plus(usage.total_tokens, user?.total_tokens), judge?.total_tokens),
    ),
    cost_usd: expectedCounts(planned, baseline, ({ usage, user_usage: user, judge_usage: judge }) =>
      plus(plus(usage.cost_usd, user?.cost_usd), judge?.cost_usd),
    ),
    duration_ms: expectedCounts(planned, baseline, ({ duration_ms }) => duration_ms),
  };
}

/** Most that a run may cost; `null`: no cap. */
type Caps = Readonly<Record<'max_cost_usd' | 'max_tokens' | 'max_trials', number | null>>;

/** The caps that an estimate exceeds, by the names of their inputs. */
export function capsExceeded(estimate: Omit<CostEstimate, 'duration_ms'>, caps: Caps): readonly string[] {
  const over = (value: number | null, most: number | null) => value !== null && most !== null && value > most;
  return [
    ...(over(estimate.cost_usd, caps.max_cost_usd) ? ['max-cost-usd'] : []),
    ...(over(estimate.tokens, caps.max_tokens) ? ['max-tokens'] : []),
    ...(over(estimate.trials, caps.max_trials) ? ['max-trials'] : []),
  ];
}

function expectedCounts(
  planned: TrialCounts,
  baseline: ResultsFile | null,
  measure: (trial: TrialRecord) => number | null,
): number | null {
  const means = new Map<string, number>();
  for (const item of baseline?.cases ?? []) {
    const mean = meanOf(item, measure);
    if (mean !== null) means.set(item.id, mean);
  }
  if (means.size === 0) return null;
  const overall = [...means.values()].reduce((sum, mean) => sum + mean, 0) / means.size;
  return [...planned].reduce((sum, [id, count]) => sum + count * (means.get(id) ?? overall), 0);
}

function meanOf(item: CaseRecord, measure: (trial: TrialRecord) => number | null): number | null {
  const values = scoredTrials(item).flatMap((trial) => measure(trial) ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function plus(own: number | null, user: number | null | undefined): number | null {
  return own === null ? null : own + (user ?? 0);
}
