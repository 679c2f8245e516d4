import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import type { ErrorClass, TrialEnd } from '#trials/trial/trial.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';

/**
 * The data of a check: one turn, or the whole trial at its end (tool calls and limits of all turns, last answer, last value of
 * each metadata key and state). `null` means the agent did not report it.
 */
export interface TrialView extends Omit<TurnRecord, 'turn'> {
  readonly end: TrialEnd;
  /** The agent is recorded, and the recorder saw no model call of the trial. */
  readonly bypassed?: boolean;
  /** An upper bound, if the latency is unknown because it includes the start of a process. */
  readonly latency_at_most_ms?: number;
  /** Of the whole trial, if its case has a workspace. */
  readonly workspace?: WorkspaceFacts;
}

/** The verdict of one part of one check. */
export interface CheckResult {
  /** `tools.order`; see CheckRecord.name. */
  readonly name: string;
  /** `null`: could not judge (the evidence is missing through no fault of the agent, or a custom check failed). */
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly fact: CheckFact;
  /** Why it could not judge, if that is not the check's own fault; absent: class `judge`. */
  readonly error_class?: ErrorClass;
}

/** The pure judge of one kind of expectation. `E` is the shape under that key of `expect`. */
export interface Check<E> {
  /** The key in `expect`. */
  readonly key: string;
  judge(expectation: E, view: TrialView): readonly CheckResult[];
}
