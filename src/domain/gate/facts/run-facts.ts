import type { CaseStatus } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/** How often something of each name occurred, most frequent first. */
export type Counts = readonly { readonly name: string; readonly count: number }[];

/** Trials that were due, and how many of them have no outcome. */
export interface MissingCounts {
  readonly scheduled: number;
  readonly missing: number;
}

/** Why missing trials leave no verdict: there are too many, cases have hardly any other, or the verdict would be another. */
export type MissingTrialsFacts =
  | ({ readonly kind: 'too_many'; readonly errors: Counts } & MissingCounts)
  | { readonly kind: 'few_judged'; readonly errors: Counts }
  | { readonly kind: 'hinges'; readonly missing: number; readonly verdict: 'pass' | 'fail' };

/** A run that did not have all its trials. */
export interface IncompleteFacts {
  readonly why: ResultsFile['stop']['reason'];
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
      readonly errors: Counts;
      readonly ended_by: string | null;
    };

/** A mean pass rate and how many cases it is of. */
export interface RateOfCases {
  readonly rate: number;
  readonly cases: number;
}

/** There is a baseline, but none of its cases can be compared. */
export interface NoComparableCase {
  readonly kind: 'no_case' | 'other_version' | 'conditions' | 'nothing_same' | 'nothing_judged';
  /** Of the conditions. */
  readonly differences: number;
}

/** Cases outside the tests by why. */
export interface OutsideFacts {
  readonly counts: readonly { readonly status: CaseStatus; readonly count: number }[];
}

/** Trials that depend on earlier ones of the same process. */
export interface DependentTrialsFacts {
  /** Main's alone show it too, so that it may have made the failures. */
  readonly in_main: boolean;
  /** The share of passes among the first trials of their cases, and among the last. */
  readonly first: number;
  readonly last: number;
  readonly p: number;
}

/** A rate in one round, and in the others together. */
export interface RoundRates {
  readonly rate: number;
  readonly others: number;
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
  /** Trials of which the provider answered all model calls; `null`: no fewer than chance explains. */
  readonly served: RoundRates | null;
}

/** Trials that timed out on both sides. */
export interface TimeoutFacts {
  readonly here: number;
  readonly trials: number;
  readonly main: number;
  readonly stored: number;
}
