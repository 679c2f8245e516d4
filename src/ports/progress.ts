import type { CostEstimate } from '#gate/baseline/estimate.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** Shows people the progress of the run. Everything passed to it is trusted or already escaped. */
export interface Progress {
  /** What the run will take, before its first trial; absent: nobody asks. */
  expects?(expected: ExpectedCost): void;
  /** @param total trials planned by now */
  start(total: number, extent: ProgressExtent): void;
  /** A trial starts; not one that an interrupted run finished. */
  begins(caseId: string, index: number): void;
  trial(done: ProgressState, ended: EndedTrial): void;
  note(message: string): void;
  warn(message: string): void;
  /** Text of the agent: shown so that it cannot act on the terminal or the runner. */
  untrusted(title: string, text: string): void;
  stop(): void;
}

/** What the trials of a run are expected to take, by the baseline: if a look ends it early, and if none does. */
export interface ExpectedCost {
  readonly least: CostEstimate;
  readonly most: CostEstimate;
}

/** How far a run can go, and how fast. */
export interface ProgressExtent {
  /** Trials if no look ends the run early. */
  readonly most: number;
  /** Most trials at a time. */
  readonly concurrency: number;
}

/** A trial that was judged just now, or taken over from an interrupted run. */
export interface EndedTrial {
  readonly case_id: string;
  readonly index: number;
  readonly outcome: TrialRecord['outcome'];
  readonly duration_ms: number;
  /** Taken over from an interrupted run. */
  readonly reused: boolean;
  /** Why it did not pass, one line of untrusted text; `null` if it did. */
  readonly why: string | null;
}

/** Progress of a run: counts of trials, and their cost so far (`null`: unknown). */
export interface ProgressState {
  readonly done: number;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
}
