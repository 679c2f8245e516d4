import type { Json } from '#common/json.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { TrialEnd } from '#trials/trial/trial.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import type { RequestDiff } from '../align/request-diff.ts';

/** What the report shows of a case when it is opened: the trials of both sides. Read in the browser, case by case. */
export interface CaseData {
  readonly id: string;
  readonly here: readonly TrialData[];
  /** All pooled runs, nearest first. */
  readonly main: readonly TrialData[];
  /** Texts that the requests to models differ in, by hash. */
  readonly segments: { readonly [hash: string]: Pick<RequestSegment, 'kind' | 'label' | 'text'> };
}

/** One trial with what is at hand of it. */
export interface TrialData
  extends Pick<TrialRecord, 'outcome' | 'error' | 'failure' | 'usage' | 'latency_ms' | 'steps'> {
  /** Its index in the run, from 1. */
  readonly trial: number;
  /** Which run of main, from 1, nearest first; `null` here. */
  readonly run: number | null;
  readonly cause: string | null;
  /** Without those that passed and say nothing more. */
  readonly checks: readonly CheckLine[];
  readonly passed_checks: number;
  readonly seen: SeenTrajectory;
  /** The expected calls with what became of each; `null`: the expectations, or the calls, are not known. */
  readonly expected: readonly ExpectedCallMark[] | null;
  /** Place in `main` of the trial that this one is best compared with; `null` for trials of main, and without any. */
  readonly match: number | null;
  /** What the model was shown differently than in that trial; `null`: the requests are not known. */
  readonly request: RequestDiff | null;
}

/** What a check found, in words. */
export interface CheckLine extends Pick<CheckRecord, 'id' | 'turn' | 'passed' | 'score'> {
  readonly words: string;
}

/** How much of a trial's trajectory the report holds. `left_out`: it would have made the file too large. */
export type SeenTrajectory =
  | { readonly kind: 'whole'; readonly redacted: boolean; readonly end: TrialEnd; readonly trajectory: Trajectory }
  | { readonly kind: 'cut'; readonly note: string; readonly beginning: string }
  | { readonly kind: 'none'; readonly why: 'not_stored' | 'left_out' };

/** An expected call and the call that fits it best. */
export interface ExpectedCallMark {
  /** The turn that expects it, from 1; `null`: the whole trial. */
  readonly turn: number | null;
  readonly name: string;
  /** The arguments in words: `{"amount":about 19.99}`; `null`: any. */
  readonly args: string | null;
  /** Place among all calls of the trial, from 0; `null`: it was not called. */
  readonly call: number | null;
  /** Where the call differs, at most one place for each argument; empty if it matches. */
  readonly differences: readonly ArgumentDifference[];
}

/** A place in the arguments that is not as expected; an absent side had no value. */
export interface ArgumentDifference {
  /** Path of the argument; '' for the status of the call. */
  readonly path: string;
  readonly code: string;
  /** What was expected, in words: `about 19.99`. */
  readonly expected?: string;
  readonly actual?: Json;
  /** The argument that has its value instead. */
  readonly renamed_to?: string;
  /** The kinds of both values where only they tell the two apart; `null` elsewhere. */
  readonly types: string | null;
}

/** The trajectory of a trial if the report holds it whole. */
export function trajectoryOf({ seen }: TrialData): Trajectory | null {
  return seen.kind === 'whole' ? seen.trajectory : null;
}

/** Checks whose judgement is an opinion, with a reason worth reading also where they pass. */
export function isOpinion(name: string): boolean {
  return /^(custom|judge)\b/.test(name);
}
