import type { VerdictName } from '#gate/decision/terms/decision.ts';

/** One run of main in history.jsonl: counts and names, and no text of an agent. */
export interface HistoryRow {
  /** Tested commit; `null` outside a repository. */
  readonly sha: string | null;
  /** When the run began, ISO 8601. */
  readonly date: string;
  /** GitHub's id of the run; `null` if it ran elsewhere. A run has one row, of its last attempt. */
  readonly run_id: string | null;
  readonly attempt: number;
  /** GitHub's name of what started it: `push`, `schedule` … */
  readonly event: string | null;
  readonly run_url: string | null;
  /** Models as served, sorted; empty if unknown. */
  readonly models: readonly string[];
  /** Model of the judge; `null` without one. */
  readonly judge: string | null;
  /** The stretch of main in which nothing measurable changed. */
  readonly epoch: string | null;
  /** Why the epoch began with this run; `null` if it did not. */
  readonly began: EpochStart | null;
  /** Cases whose input or expectations changed with this run: what earlier rows count for them is of another case. */
  readonly anew: readonly string[];
  /** Passed and judged trials of each case, by id. */
  readonly cases: { readonly [id: string]: PassedOf };
  /** Sums over the cases. */
  readonly passed: number;
  readonly scored: number;
  /** Of agent and simulated users; `null` if unknown. */
  readonly total_tokens: number | null;
  /** US dollars, as `total_tokens`. */
  readonly cost_usd: number | null;
  /** Mean over cases of a trial's latency, milliseconds; `null` if unknown. */
  readonly latency_ms: number | null;
  readonly verdict: VerdictName;
  /** The gate on this run although nothing had changed; `null` if something had, or there was nothing to compare with. */
  readonly audit: UnchangedComparison | null;
  /** What an alarm about drift found in this run; `null` without one. */
  readonly drift: DriftFound | null;
}

/** Passed and judged trials. */
export type PassedOf = readonly [passed: number, scored: number];

/**
 * Why an epoch began. `settings`: other conditions, another declared model or sampling, or a merged change that accepted a metric's change; `better`, `worse`: the pass rate of the
 * suite changed at once; `drift`: it fell slowly, over several scheduled runs.
 */
export type EpochStart = 'settings' | 'better' | 'worse' | 'drift';

/** A run of main, compared with the runs before it as a pull request would have been. */
export interface UnchangedComparison {
  readonly red: boolean;
  /** False-alarm rate that the policy promised, 0–1. */
  readonly promised: number;
}

/** A fall of main's pass rate over several scheduled runs. Rates are 0–1. */
export interface DriftFound {
  /** Mean pass rate of the scheduled runs before the fall, and since. */
  readonly before: number;
  readonly now: number;
  /** Scheduled runs since it began, with this one. */
  readonly nights: number;
  /** Cases that fell, furthest first; passed and judged trials before and since. */
  readonly cases: readonly { readonly id: string; readonly before: PassedOf; readonly now: PassedOf }[];
}

/** Share of judged trials that passed, 0–1; `null` if none was judged. */
export function passRateOf({ passed, scored }: Pick<HistoryRow, 'passed' | 'scored'>): number | null {
  return scored === 0 ? null : passed / scored;
}
