import type { Budget } from '../boundary.ts';
import type { FreshTrials, Repetition } from '../confirmation/repetition.ts';
import type { PairedCase } from '../evidence.ts';
import type { Finding } from '../finding.ts';
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

/** One test of a scope: it is planned before the candidate's first trial, and all else follows from the trials. */
export interface GateRule<Plan, Result> {
  /** Whether the policy asks for it and the baseline makes it possible: only then it has a part of the false-alarm budget. */
  readonly isPossible: (cases: readonly PairedCase[], rules: TagPolicy, method: Policy['method']) => boolean;
  /**
   * What it is read against; `null`: the policy says nothing about it.
   *
   * @param looks trials per case at which the run may end
   */
  readonly plan: (
    cases: readonly PairedCase[],
    rules: TagPolicy,
    budget: Budget,
    looks: readonly number[],
  ) => Plan | null;
  /** `null`: there is nothing to test. */
  readonly test: (scope: Scope, plan: Plan) => Result | null;
  readonly findings: (scope: Scope, plan: Plan, result: Result | null) => readonly Finding[];
  /** Those of some comparable cases that it is read on. */
  readonly casesOf: (cases: readonly PairedCase[]) => readonly PairedCase[];
  /** A red test once more, against fresh trials of main. */
  readonly repeat: (result: Result, cases: readonly PairedCase[], fresh: FreshTrials) => Repetition;
}

/** A test against the stored runs that is red. */
export interface FailedTest {
  readonly gate: 'case' | ScopeTest;
  /** The cases it is limited to; `null`: the suite. */
  readonly tag: string | null;
  /** The one case that it is about; `null`: a mean. */
  readonly id: string | null;
  /** Those that it was read on. */
  readonly cases: readonly PairedCase[];
  readonly repeat: (fresh: FreshTrials) => Repetition;
}
