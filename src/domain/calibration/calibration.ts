import type { Policy } from '#domain/gate/policy.ts';

/** What a made-up pull request does: nothing, make the mean pass rate fall by so many points, or break one stable case. */
export type Effect = 'unchanged' | 'drop_2' | 'drop_5' | 'drop_10' | 'one_broken';

/** How often each verdict comes up; shares 0–1 of the draws. */
export interface Chances {
  readonly fail: number;
  readonly inconclusive: number;
  readonly pass: number;
  /** Share of the draws in which floors or never-fail cases alone were red: no test against main was. */
  readonly fail_by_floor_alone: number;
  /** Mean trials per case. */
  readonly trials: number;
}

/** One method with one plan of trials. */
export interface PlanCalibration {
  readonly method: Policy['method'];
  /** Trials per case at which a run may end; one number: a fixed plan. */
  readonly looks: readonly number[];
  /** It is what the policy and its trials ask for. */
  readonly own: boolean;
  /** `null` where the stored trials leave no room for the effect, such as a drop that is larger than the pass rate. */
  readonly effects: { readonly [effect in Effect]: Chances | null };
}

/** How a policy behaves on a repository's own stored trials. */
export interface Calibration {
  /** Runs of main that were pooled, and why others were not, one sentence each. */
  readonly runs: number;
  readonly left_out: readonly string[];
  readonly cases: number;
  /** Stored trials of a case, the median. */
  readonly trials: number;
  /** Mean pass rate of the stored trials, 0–1. */
  readonly pass_rate: number;
  /** Standard deviation of the suite's pass rate from one run of main to the next beyond chance, 0–1; `null`: not known from so few runs, or none. */
  readonly drift: number | null;
  /** Smallest drop of the pass rate that the statistical method sees with 80 % power under the policy's own trials; `null`: no such test. */
  readonly detectable_drop: number | null;
  /** Made-up pull requests behind every share. */
  readonly draws: number;
  readonly plans: readonly PlanCalibration[];
}

/** Standard error that a finite number of draws leaves in a share. */
export function monteCarloError(share: number, draws: number): number {
  return Math.sqrt((share * (1 - share)) / draws);
}
