import type { BetweenRuns } from '#domain/statistics/counts/between-runs.ts';
import type { Budget } from '../boundary.ts';
import type { FreshTrials, Repetition } from '../confirmation/repetition.ts';
import type { PairedCase } from '../evidence.ts';
import type { Finding } from '../finding.ts';
import type { JudgeRules } from '../judged/judge-rules.ts';
import type { ScopeTest } from '../metrics.ts';
import type { Policy, TagPolicy } from '../policy.ts';

/** The suite, or the cases of a tag. */
export interface Scope {
  /** `null`: the suite. */
  readonly tag: string | null;
  readonly cases: readonly PairedCase[];
  /** The last look that all of them reached, in trials per case. */
  readonly look: number;
}

/** What a test's plan depends on beside cases and rules. */
export interface PlanTerms {
  readonly budget: Budget;
  /** Trials per case after which the run may end. */
  readonly looks: readonly number[];
  /** A red test will not be repeated against main as it is today: how far main may have moved stands in for that. */
  readonly reckons_with_drift: boolean;
  /** How far runs of main were seen to differ beyond chance; `null`: not used. */
  readonly between_runs: BetweenRuns | null;
  /** What is known of the errors of the judge; absent: nothing. */
  readonly judge?: JudgeRules | undefined;
  /** Cases of the scope that were not run because the change can't reach them: they count as unchanged. Absent: none. */
  readonly carried?: number;
}

/** One test of a scope: it is planned before the candidate's first trial, and everything else follows from the trials. */
export interface GateRule<Plan, Result> {
  /** Whether the policy sets it and the baseline makes it possible: only then it gets a part of the false-alarm budget. */
  readonly isPossible: (cases: readonly PairedCase[], rules: TagPolicy, method: Policy['method']) => boolean;
  /**
   * Its boundaries; `null`: the policy does not set it.
   */
  readonly plan: (cases: readonly PairedCase[], rules: TagPolicy, terms: PlanTerms) => Plan | null;
  /** `null`: there is nothing to test. */
  readonly test: (scope: Scope, plan: Plan) => Result | null;
  readonly findings: (scope: Scope, plan: Plan, result: Result | null) => readonly Finding[];
  /** Those of some comparable cases that the test uses. */
  readonly casesOf: (cases: readonly PairedCase[]) => readonly PairedCase[];
  /** Repeats a red test against fresh trials of main. */
  readonly repeat: (result: Result, cases: readonly PairedCase[], fresh: FreshTrials) => Repetition;
}

/** A red test against the stored runs. */
export interface FailedTest {
  readonly gate: 'case' | ScopeTest;
  /** The tag of its cases; `null`: the suite. */
  readonly tag: string | null;
  /** Its single case; `null`: a mean. */
  readonly id: string | null;
  /** The cases that it used. */
  readonly cases: readonly PairedCase[];
  readonly repeat: (fresh: FreshTrials) => Repetition;
}
