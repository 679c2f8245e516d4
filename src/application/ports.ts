import type { CommitListing } from '#domain/base-rules/commit-listing.ts';
import type { BaselineLookup, StoredRun } from '#domain/baseline/baseline-lookup.ts';
import type { ResultsFile, RunReference } from '#domain/baseline/results/results-file.ts';
import type { EarlierRun } from '#domain/baseline/resume/earlier-trials.ts';
import type { CheckResult, TrialView } from '#domain/checks/check.ts';
import type { Case } from '#domain/suite/case.ts';
import type { CustomExpectation } from '#domain/suite/expectation.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { Trajectory, Usage } from '#domain/trial/trajectory.ts';
import type { Trial, TrialEnd } from '#domain/trial/trial.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';

/** What one attempt at one trial gave. `retry` says whether an `error` end is worth another attempt. */
export interface Attempt {
  readonly end: TrialEnd;
  readonly trajectory: Trajectory;
  /** Milliseconds spent waiting for our own limiter. */
  readonly wait_ms: number;
  readonly retry: boolean;
  /** A model call of this attempt was answered from a cassette, so it is no evidence. */
  readonly replayed: boolean;
  /** What the simulated user cost; `null` without one. */
  readonly user_usage: Usage | null;
  /** The agent is recorded, and no model call came through the recorder. */
  readonly bypassed?: boolean;
  /** Where the latency is unknown because the start of a process is in it. */
  readonly latency_at_most_ms?: number;
}

/**
 * Runs trials. An agent never throws for what the agent program did: that is in the attempt's `end`.
 * It throws {@link AgentUnavailableError} when no trial can be run at all.
 */
export interface Agent {
  /** `live` agents run here; `imported` ones read trajectories made elsewhere. */
  readonly source: 'live' | 'imported';
  /** True when every model call goes through the gateway, which counts it: nothing is counted again from what the agent says. */
  readonly metered: boolean;
  /** Largest number of trials that this agent has for any case, `null` when unbounded. */
  readonly available_trials: number | null;
  /** One-time preparation before the first trial. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Runs one attempt. Resolves within 2 s of `signal` aborting, with every process it started gone. */
  attempt(plan: TrialPlan, signal: AbortSignal): Promise<Attempt>;
  /** What was odd about the run as a whole, a sentence each; asked after the last trial. */
  notes(): readonly string[];
  /** Ends every process that is left. Idempotent. */
  close(): Promise<void>;
}

/** No trial can be run: the program is missing, or fails before it answers anything. Carries what the program said, once. */
export class AgentUnavailableError extends Error {
  override readonly name = 'AgentUnavailableError';
  /** Standard error of the program, capped; untrusted. */
  readonly stderr: string;
  readonly exit_code: number | null;

  constructor(message: string, stderr: string, exitCode: number | null) {
    super(message);
    this.stderr = stderr;
    this.exit_code = exitCode;
  }
}

/** Runs checks that are programs. A check that breaks gives `passed: null`. */
export interface CustomChecks {
  judge(
    expectation: CustomExpectation,
    context: { readonly case: Case; readonly view: TrialView },
    signal: AbortSignal,
  ): Promise<CheckResult>;
}

/** Finds the runs of the main branch to compare with. Never throws: what can't be read is named and treated as none. */
export interface BaselineStore {
  /** @param pinned the runs that an earlier run of the same commit was compared with: those alone are looked for */
  find(pinned?: readonly RunReference[]): Promise<BaselineLookup>;
  /**
   * The trajectories of a run that it found, a line of JSON each, as long as none is too long to be whole. Throws an error whose message is
   * a sentence part that follows "its trajectories": "have expired".
   */
  trajectories(run: StoredRun): AsyncIterable<string>;
}

/** What earlier runs of the same commit gave: their trials count, whatever they say. Never throws. */
export interface EarlierResults {
  /** Several runs where some did not know of the others; the trials of one may be among those of another. */
  find(): Promise<{ readonly runs: readonly EarlierRun[]; readonly notes: readonly string[] }>;
}

/** Runs trials of the commit that the change goes onto, beside the candidate. Never throws for what that commit does. */
export interface BaseCommit {
  /** Trials of the candidate's cases by the base's agent; `problem` says why it can't be run, a sentence part. */
  run(order: BaseOrder): Promise<{ readonly results: ResultsFile } | { readonly problem: string }>;
}

/** What the change's programs leave behind on the machine, where the base commit's run as well. Never throws. */
export interface Traces {
  /** Ends processes that outlived what started them; names each, a sentence part. */
  end(): Promise<readonly string[]>;
  /** How the change could still have reached what ran after it, sentence parts; none: it could not, as far as can be seen. */
  doubts(): Promise<readonly string[]>;
}

/** Which trials of the base commit are wanted. */
export interface BaseOrder {
  readonly sha: string | null;
  /** How many of each case, by id. */
  readonly trials: ReadonlyMap<string, number>;
}

/** The files of one commit, whatever is checked out. Never throws. */
export interface CommitFiles {
  readonly sha: string;
  /**
   * The text of one file by its path from the root of the repository; `absent` when that commit is known to have none; else why it can't be
   * read, a sentence part that follows the name of the file.
   */
  read(path: string): Promise<{ readonly text: string } | { readonly absent: true } | { readonly problem: string }>;
  /** What it holds, asked for once; or why that can't be told whole, a sentence part. */
  list(): Promise<CommitListing | { readonly problem: string }>;
}

/**
 * Reads the files a config names, and nothing outside the workspace. Paths written in a config are relative to the
 * folder of the config; paths given to `read` and shown to people are relative to the working directory.
 */
export interface SuiteFiles {
  /** The text of one file, or why it may not or can't be read (a sentence). */
  read(path: string): Promise<{ readonly text: string } | { readonly problem: string }>;
  /** Files matching a glob written in the config, sorted; none is an empty list. */
  expand(glob: string): Promise<readonly string[]>;
  /** Whether something lies at a path, given as to `read`; true where that is not for us to know. */
  exists(path: string): Promise<boolean>;
  /** A path written in the config, as `read` takes it. */
  locate(path: string): string;
  /** Git's hash of the bytes of a file, whatever they are; `null`: there is none that may be read. */
  hash(path: string): Promise<string | null>;
  /** All files below a folder, hidden ones too, sorted: but for what is installed, compiled or ignored there. Links are not followed. */
  below(folder: string): Promise<readonly string[]>;
}

/** Keeps results as they come. A disk that fails does not end the run: `finish` tells. */
export interface ResultSink {
  /** Returns the record as stored: it names the stored trajectory and its state. Resolves when it is on disk, if it can be. */
  trial(caseId: string, record: TrialRecord, trial: Pick<Trial, 'trajectory' | 'end'>): Promise<TrialRecord>;
  /** Writes the complete documents (results.json, comment.md, junit.xml …). */
  finish(documents: ReadonlyMap<string, string>): Promise<StoredDocuments>;
}

/** What is on disk in the end. */
export interface StoredDocuments {
  /** Names of the documents that were written. */
  readonly written: readonly string[];
  /** Why documents, trials or trajectories are missing there, a sentence part; `null`: none are. */
  readonly problem: string | null;
}

/** Tells people how the run goes. Everything given to it is trusted or already escaped. */
export interface Progress {
  start(total: number): void;
  trial(done: ProgressState): void;
  note(message: string): void;
  warn(message: string): void;
  /** Text of the agent: shown only in a way that cannot act on the terminal or the runner. */
  untrusted(title: string, text: string): void;
  stop(): void;
}

/** How far a run has come: counts of trials, and what they cost so far (`null`: unknown). */
export interface ProgressState {
  readonly done: number;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
}

/** Time. `now` is wall time in ms since 1970, `monotonic` is for durations. */
export interface Clock {
  now(): number;
  monotonic(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** What a whole run may cost; `null`: no cap. */
export interface BudgetCaps {
  readonly max_cost_usd: number | null;
  readonly max_tokens: number | null;
  readonly max_duration_ms: number | null;
  /** Trials started, counted over all cases. */
  readonly max_trials: number | null;
}

/** The budget of a run: all ledgers together. */
export interface Budget {
  readonly caps: BudgetCaps;
  /**
   * Counts what a call cost. `null`, or usage without the number that a cap is on, exhausts the budget: the cap could not be held.
   * `model` is for that sentence. `whole: false` (an answer that broke off): what is known counts, what is unknown exhausts nothing.
   */
  spend(usage: Usage | null, call?: { readonly model: string | null; readonly whole: boolean }): void;
  /** Counts a trial that starts; `false` when it may not. */
  startTrial(): boolean;
  /** Why the first trial was refused that was, a sentence that names the cap; `null` while none was. Running trials may go on spending. */
  refusedTrial(): string | null;
  /** Milliseconds left of `max_duration_ms`, negative when it is over; infinite without that cap. */
  timeLeft(): number;
  /** Why nothing more may be spent, a sentence that names the cap; `null` while something is left. */
  exhausted(): string | null;
  spent(): { readonly tokens: number; readonly cost_usd: number | null; readonly trials: number };
}
