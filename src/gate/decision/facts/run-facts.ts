import type { NameCounts } from '#common/group-by.ts';
import type { CaseStatus } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { RoundRates } from '#statistics/counts/order-finding.ts';

/** Trials that were due, and how many of them have no outcome. */
export interface MissingCounts {
  readonly scheduled: number;
  readonly missing: number;
}

/** Why missing trials leave no verdict: there are too many, cases have hardly any other, or the verdict would be another. */
type MissingTrialsFacts =
  | ({ readonly kind: 'too_many'; readonly errors: NameCounts } & MissingCounts)
  | { readonly kind: 'few_judged'; readonly errors: NameCounts }
  | {
      readonly kind: 'hinges';
      readonly missing: number;
      readonly verdict: 'pass' | 'fail' | 'inconclusive';
      readonly would_be: 'pass' | 'fail' | 'inconclusive';
    };

/** A run that did not have all its trials. */
interface IncompleteFacts {
  readonly why: LeanResults['stop']['reason'];
  readonly judged: number;
  readonly planned: number;
  /** Which cap of the budget left them out and how to fix that; `null`: unknown. */
  readonly ended_by: string | null;
}

/** Not one trial has an outcome. */
export type NothingEvaluatedFacts =
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'errors';
      readonly cases: number;
      readonly trials: number;
      readonly errors: NameCounts;
      readonly ended_by: string | null;
    };

/** There is a baseline, but none of its cases can be compared. */
export interface NoComparableCase {
  readonly kind: 'no_case' | 'other_version' | 'conditions' | 'nothing_same' | 'nothing_judged';
  /** Of the conditions. */
  readonly differences: number;
  /** Changed files of tests that make every case another one; absent: it is not that. */
  readonly tests?: readonly string[];
}

/** Cases outside the tests by why. */
export interface OutsideFacts {
  readonly counts: readonly { readonly status: CaseStatus; readonly count: number }[];
}

/** Trials that depend on earlier ones: of the same process, of the run (they leave a file, a database or a server otherwise), or rounds of a runner. */
interface DependentTrialsFacts {
  readonly of: 'process' | 'run' | 'round';
  readonly measure: 'passes' | 'tokens';
  /** Main's alone show it too, so that it may have made the failures. */
  readonly in_main: boolean;
  /** The share of passes among the first trials of their cases, and among the last; or their mean tokens. */
  readonly first: number;
  readonly last: number;
  readonly p: number;
}

/** A round of trials that went far worse than the others of its run. */
export interface BadRound {
  /** `both`: the trials of both sides show it together. */
  readonly side: 'here' | 'main' | 'both';
  /** The commit of main's run; `null`: it is no run of main, or unknown. */
  readonly sha: string | null;
  /** It is one of the fresh trials of both sides. */
  readonly fresh: boolean;
  /** From 1. */
  readonly round: number;
  /** Trials that passed; `null`: no fewer than chance explains. */
  readonly passed: RoundRates | null;
  /** Trials whose model calls the provider all answered; `null`: no fewer than chance explains. */
  readonly served: RoundRates | null;
}

/** Trials that timed out on both sides. */
interface TimeoutFacts {
  readonly here: number;
  readonly trials: number;
  readonly main: number;
  readonly stored: number;
}

/** What reasons know of the run itself, and of what there was to compare with. */
export interface RunFacts {
  /** Kinds of failures. */
  readonly never_completes: { readonly judged: number; readonly failures: NameCounts };
  /** Why; `null`: nobody knows. */
  readonly no_baseline: { readonly problem: string | null };
  readonly no_comparable_case: NoComparableCase;
  /** Main's run was cut short before it tried the cases, of so many. */
  readonly baseline_incomplete: { readonly of: number };
  /** `here`: the change's trials; `null`: it is the run of main itself. */
  readonly baseline_never_passes: { readonly stored: number; readonly passed: number; readonly here: number | null };
  readonly incomplete: IncompleteFacts;
  readonly never_asked: { readonly answered: number };
  readonly replayed: { readonly replayed: number; readonly judged: number };
  readonly missing_trials: MissingTrialsFacts;
  readonly dependent_trials: DependentTrialsFacts;
  /** Whether pull requests are compared with it. */
  readonly baseline_made: { readonly serves: boolean };
  /** Cases that the change can't reach were not run; green if that is all of them. */
  readonly unaffected: { readonly tried: number; readonly since: string | null };
  readonly few_comparable: { readonly comparable: number; readonly of: number };
  readonly mostly_failing: { readonly rate: number };
  readonly timed_out: TimeoutFacts;
  readonly all_cases: {
    readonly all: { readonly rate: number; readonly cases: number };
    readonly compared: { readonly rate: number; readonly cases: number };
  };
  readonly not_compared: OutsideFacts;
  readonly missing_shares_differ: { readonly here: MissingCounts; readonly main: MissingCounts };
  /** On either side, in their order: an incident of the provider, or a cold start. */
  readonly bad_round: { readonly rounds: readonly BadRound[] };
  readonly identical_trials: {
    readonly trials: number;
    /** All trials of the side. */
    readonly judged: number;
    /** Of them, those in which no model was called. */
    readonly unasked: number;
    readonly side: 'here' | 'main';
  };
  readonly identical_content: { readonly cases: number };
}
