import type { Policy } from '#gate/decision/terms/policy.ts';

/** What a simulated pull request does: nothing, lower the mean pass rate by so many points, or break one stable case. */
export type Effect = 'unchanged' | 'drop_2' | 'drop_5' | 'drop_10' | 'one_broken';

/** How often each verdict occurs; shares 0–1 of the draws. */
export interface Chances {
  readonly fail: number;
  readonly inconclusive: number;
  readonly pass: number;
  /** Share of the draws in which only floors or never-fail cases were red, and no test against main. */
  readonly fail_by_floor_alone: number;
  /** Mean trials per case. */
  readonly trials: number;
}

/** One method with one plan of trials. */
export interface PlanCalibration {
  readonly method: Policy['method'];
  /** Trials per case after which a run may end; one number: a fixed plan. */
  readonly looks: readonly number[];
  /** It is the policy's own method and plan. */
  readonly own: boolean;
  /** `null` if the effect is impossible on the stored trials, such as a drop that is larger than the pass rate. */
  readonly effects: { readonly [effect in Effect]: Chances | null };
}

/** How a policy behaves on a repository's own stored trials. */
export interface Calibration {
  /** Pooled runs of main, and why others were left out, one sentence each. */
  readonly runs: number;
  readonly left_out: readonly string[];
  readonly cases: number;
  /** Stored trials of a case, the median. */
  readonly trials: number;
  /** Mean pass rate of the stored trials, 0–1. */
  readonly pass_rate: number;
  /**
   * Standard deviation of the suite's pass rate between runs of main beyond chance, 0–1; `null`: too few runs to know, or none.
   */
  readonly drift: number | null;
  /**
   * The drop at which the statistical method turns four in five changes red, with the policy's own trials; `null`: no such test.
   */
  readonly detectable_drop: number | null;
  /** Simulated pull requests behind every share. */
  readonly draws: number;
  readonly plans: readonly PlanCalibration[];
}

/** Standard error of a share after a finite number of draws. */
export function monteCarloError(share: number, draws: number): number {
  return Math.sqrt((share * (1 - share)) / draws);
}
