import type { BetweenRuns } from '#statistics/counts/between-runs.ts';
import type { Drift } from '#statistics/values/drift.ts';
import type { AlarmBudget } from '../terms/boundary.ts';
import type { GateTrial, PairedCase } from '../terms/evidence.ts';
import type { Finding } from '../terms/finding.ts';
import type { JudgeRules } from '../terms/judge-rules.ts';
import type { TagPolicy } from '../terms/policy.ts';
import type { RiseQuestions, TestedSide } from '../terms/tried-test.ts';

/** The suite, or the cases of a tag. */
export interface Scope {
  /** `null`: the suite. */
  readonly tag: string | null;
  readonly cases: readonly PairedCase[];
  /** The last look that all of them reached, in trials per case. */
  readonly look: number;
  /** Required standard errors between a drop and the one to be ruled out, at one of several stages; absent: there is one. */
  readonly z?: number | undefined;
}

/** What a test's plan depends on besides cases and rules. */
export interface PlanTerms {
  readonly budget: AlarmBudget;
  /** The p at or below which it counts as worse. */
  readonly boundary: number;
  /** Trials per case after which the run may end. */
  readonly looks: readonly number[];
  /** What looks worse is tried again, with at most so many fresh trials of a case on each side; `null`: stored trials decide. */
  readonly fresh: number | null;
  /** Stored trials of main decide alone, so that how far main may have moved since counts too. */
  readonly reckons_with_drift: boolean;
  /** How far runs of main were seen to differ beyond chance; `null`: not used. */
  readonly between_runs: BetweenRuns | null;
  /** What is known of the errors of the judge; absent: nothing. */
  readonly judge?: JudgeRules | undefined;
  /** Cases of the scope that were not run because the change can't reach them: they count as unchanged. Absent: none. */
  readonly unaffected?: number;
}

/** One test of a scope: it is planned before the candidate's first trial, and everything else follows from the trials. */
export interface GateRule<Plan extends AnyPlan, Result> {
  /** Whether the policy sets it and the baseline makes it possible: only then it gets a part of the false-alarm budget. */
  readonly isPossible: (cases: readonly PairedCase[], rules: TagPolicy, looksChoose: boolean) => boolean;
  /**
   * Its boundaries; `null`: the policy does not set it.
   */
  readonly plan: (cases: readonly PairedCase[], rules: TagPolicy, terms: PlanTerms) => Plan | null;
  /** The plan for fresh trials of both sides. Absent: the same with another boundary. */
  readonly planAgain?: (plan: Plan, questions: RiseQuestions) => Plan;
  /** `null`: there is nothing to test. */
  readonly test: (scope: Scope, plan: Plan) => Result | null;
  readonly findings: (scope: Scope, plan: Plan, result: Result | null) => readonly Finding[];
  /** Those of some comparable cases that the test uses. */
  readonly casesOf: (cases: readonly PairedCase[]) => readonly PairedCase[];
  /** A result in the words that all tests share; `limit`: instead of its own. */
  readonly read: (result: Result, limit?: number) => TestReading;
  /** Its value over the trials of some cases. */
  readonly sideOf: (cases: readonly (readonly GateTrial[])[]) => TestedSide;
}

/** What all plans have. */
export interface AnyPlan {
  /** The p at or below which the test is red; with 0 it is only shown. */
  readonly boundary: number;
  /** How far main may be from another day; `null`: it plays no part. */
  readonly drift: Drift | null;
}

/** A result of any test. */
export interface TestReading {
  /** `null`: only the change decides, or there is no test. */
  readonly p: number | null;
  /** How much worse: rates lost, or the relative rise. */
  readonly change: number;
  readonly limit: number;
  readonly failed: boolean;
  /** A change that matters is ruled out, or none has to be. */
  readonly settled: boolean;
}
