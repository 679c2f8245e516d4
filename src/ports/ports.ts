import type { CommitListing } from '#config/base-rules/commit-listing.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile, RunReference } from '#gate/baseline/results/results-file.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { EarlierRun } from '#gate/baseline/resume/earlier-trials.ts';
import type { VerdictFile } from '#gate/verdict/verdict-file.ts';
import type { JudgeCall } from '#judge/judged.ts';
import type { DocumentText } from '#report/outputs/render-documents.ts';
import type { CalledModel } from '#trials/model-ends/ending-models.ts';
import type { RunnerTest } from '#trials/rows/row.ts';
import type { Paid } from '#trials/trial/paid.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { ProviderIncident } from '#trials/trial/provider-incident.ts';
import type { ToolHashes } from '#trials/trial/shown/shown-to-models.ts';
import type { Trajectory, Usage } from '#trials/trial/trajectory.ts';
import type { Trial, TrialEnd } from '#trials/trial/trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** The result of one attempt at one trial. `retry` says whether an `error` end deserves another attempt. */
export interface Attempt
  extends Pick<
    Trial,
    'segments' | 'unanswered_calls' | 'bypassed' | 'latency_at_most_ms' | 'shared_output' | 'place_in_process'
  > {
  readonly end: TrialEnd;
  readonly trajectory: Trajectory;
  /** Milliseconds spent waiting for our own limiter. */
  readonly wait_ms: number;
  readonly retry: boolean;
  /** A model call of this attempt was answered from a cassette, so the attempt is no evidence. */
  readonly replayed: boolean;
  /** What the simulated user cost; `null` without one. */
  readonly user_usage: Usage | null;
}

/**
 * Runs trials. An agent never throws for what the agent program did: the attempt's `end` says that. It throws {@link
 * AgentUnavailableError} if no trial can run at all.
 */
export interface Agent {
  /** `live` agents run here; `imported` ones read recorded trajectories. */
  readonly source: 'live' | 'imported';
  /** True if every model call goes through the gateway, which counts it: the agent's own report is not counted again. */
  readonly metered: boolean;
  /** Largest number of trials that this agent has for any case, `null` if unlimited. */
  readonly available_trials: number | null;
  /** One-time preparation before the first trial. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Runs its own tests once, where they are the cases, and says which there are; absent: the cases are known before. */
  discover?(signal: AbortSignal): Promise<readonly RunnerTest[]>;
  /** Runs one attempt. Resolves within 2 s of `signal` aborting, with every process it started gone. */
  attempt(plan: TrialPlan, signal: AbortSignal): Promise<Attempt>;
  /** What its MCP servers offer its models, once they were asked; absent: it has none that are recorded. */
  tools?(): ToolHashes | null;
  /**
   * Whether anything has reported its tool calls so far: then a turn that reports none had none. Until then the calls of turns
   * whose requests offer no tool are unknown (`not_offered`); absent: there are no such turns.
   */
  showsCalls?(): boolean;
  /** Oddities of the run as a whole, a sentence each; read after the last trial. */
  notes(): readonly string[];
  /** Trials that a runner made beside those it was asked for, each told once. */
  unasked?(): number;
  /** What its provider left unanswered so far; `null`: nothing; absent: nobody sees its calls. */
  incident?(): ProviderIncident | null;
  /**
   * The models that it, its user and its graders really called so far; absent: nobody sees their calls. Never throws.
   *
   * @param asks whether their providers are asked when they end, which takes seconds at most
   */
  called?(asks: boolean, signal: AbortSignal): Promise<readonly CalledModel[]>;
  /** Ends every remaining process. Idempotent. */
  close(): Promise<void>;
}

/** No trial can run: the program is missing, or fails before it answers anything. Carries the program's output, once. */
export class AgentUnavailableError extends Error {
  override readonly name = 'AgentUnavailableError';
  /** Standard error of the program, limited in size; untrusted. */
  readonly stderr: string;
  readonly exit_code: number | null;
  /** What says best why: the program's own last words, or the message. */
  readonly reason: 'stderr' | 'message';

  constructor(message: string, stderr: string, exitCode: number | null, reason: 'stderr' | 'message' = 'stderr') {
    super(message);
    this.stderr = stderr;
    this.exit_code = exitCode;
    this.reason = reason;
  }
}

/** Finds the runs of the main branch to compare with. Never throws: a run that can't be read is named and skipped. */
export interface BaselineStore {
  /** @param pinned the runs that an earlier run of the same content was compared with: only those are looked up */
  find(pinned?: readonly RunReference[]): Promise<BaselineLookup>;
  /**
   * The trajectories of a run that it found, a line of JSON each, if none is too long to be complete. Throws an error whose
   * message is a sentence part that follows "its trajectories": "have expired".
   */
  trajectories(run: StoredRun): AsyncIterable<string>;
  /**
   * The same lines, and after them those of what models were shown in them, if that is stored too. Throws like `trajectories`;
   * absent: the store has none.
   */
  stored?(run: StoredRun): AsyncIterable<string>;
}

/** The trials of earlier runs of the same content: they count, whatever their outcome. Never throws. */
export interface EarlierResults {
  /** Several runs if some did not know the others; one may include trials of another. */
  find(): Promise<{
    readonly runs: readonly EarlierRun[];
    readonly notes: readonly string[];
    /** The branch's last finished run, whatever its content; `null`: there is none, or it can't be used. Absent: nobody knows. */
    readonly last?: () => Promise<EarlierRun | null>;
  }>;
}

/** Runs trials of the base commit, in turn with the candidate's. Never throws for what that commit does. */
export interface BaseCommit {
  /**
   * Trials of the candidate's cases by the base's agent; `problem` says why it can't run, a sentence part. Its programs may go on, for further
   * orders.
   */
  run(order: BaseOrder): Promise<BaseAnswer>;
  /**
   * Ends its programs, and what they left running. What setup installed stays for further orders: until then nobody may write to it.
   *
   * @returns how somebody could have reached it so far
   */
  rest(leftovers: Pick<RunLeftovers, 'end'>): Promise<readonly SideDoubt[]>;
  /**
   * If anybody wrote to it since it rests, removes it: its next trials have a new one. The candidate's programs must have ended.
   *
   * @returns whether anybody did
   */
  renew(): Promise<boolean>;
  /** Ends its programs, and removes its files. Idempotent. */
  close(): Promise<void>;
}

/** Why there are no trials, a sentence part, and what the provider left unanswered of those that began. */
export interface NoTrials {
  readonly problem: string;
  readonly incident?: ProviderIncident | undefined;
}

/** Trials of the base commit, or why there are none, and what speaks against believing either. */
export type BaseAnswer = ({ readonly results: ResultsFile } | NoTrials) & {
  readonly doubts?: readonly SideDoubt[];
};

/** What the change's programs leave behind on the machine if the base commit runs there too. Never throws. */
export interface RunLeftovers {
  /** Ends processes that outlived their parents; names each, a sentence part. */
  end(): Promise<readonly string[]>;
  /** How the change could still have reached what ran after it; empty: no way was found. */
  doubts(): Promise<readonly SideDoubt[]>;
}

/** Removes what a run's programs have written to files that are not theirs, and names these. Never throws. */
export type ForeignWritings = () => Promise<readonly ForeignWriting[]>;

/** A file of others with text of the run's programs. */
interface ForeignWriting {
  readonly name: string;
  /** Whether that text is gone again. */
  readonly removed: boolean;
}

/** The trials of the base commit to run. */
export interface BaseOrder {
  readonly sha: string | null;
  /** The trials of a case after this number, by id. */
  readonly from: ReadonlyMap<string, number>;
  /** Up to this one; cases without it get none. */
  readonly to: ReadonlyMap<string, number>;
  /** The tests that the change's runner has; absent: its cases were known before. */
  readonly tests?: Pick<LoadedSuite, 'cases' | 'grader_hashes'>;
}

/** The files of one commit, whatever is checked out. Never throws. */
export interface CommitFiles {
  readonly sha: string;
  /**
   * The text of one file by its path from the root of the repository; `absent` if that commit certainly has none; else why it
   * can't be read, a sentence part that follows the name of the file.
   */
  read(path: string): Promise<{ readonly text: string } | { readonly absent: true } | { readonly problem: string }>;
  /** The commit's files, requested once; or why they can't all be listed, a sentence part. */
  list(): Promise<CommitListing | { readonly problem: string }>;
}

/**
 * Reads the files a config names, and nothing outside the workspace. Paths written in a config are relative to its folder;
 * paths given to `read` and shown to people are relative to the working directory.
 */
export interface SuiteFiles {
  /**
   * The text of one file, or why it can't or must not be read (a sentence). `at`: where a link leads to it, from the folder of the
   * config; programs may look from there for what they import.
   */
  read(path: string): Promise<{ readonly text: string; readonly at?: string } | { readonly problem: string }>;
  /** Files that match a glob written in the config, sorted; may be empty. */
  expand(glob: string): Promise<readonly string[]>;
  /** Whether any file matches a glob written in the config, which may begin with `..` as long as that stays in the workspace. */
  matches(glob: string): Promise<boolean>;
  /** Whether a path, as for `read`, exists; true if that can't be checked. */
  exists(path: string): Promise<boolean>;
  /** Why the run must not replace what is at a path, a sentence part: there is a link on the way, or git tracks it. */
  outputProblem(path: string): Promise<string | null>;
  /** The folders above that of the config, as a config writes them, up to the root of the workspace: `..`, `../..`. */
  readonly above: readonly string[];
  /** A path written in the config, as `read` takes it. */
  locate(path: string): string;
  /** Git's hash of a file's bytes; `null`: there is none that may be read. */
  hash(path: string): Promise<string | null>;
  /**
   * The files of a folder with git's own hash of each (of a link: of its target's path), by path from the folder, except installed, compiled and ignored ones; or why it can't
   * be copied for a trial, a sentence.
   *
   * @param most bytes
   */
  folder(
    path: string,
    most: number,
  ): Promise<{ readonly files: ReadonlyMap<string, string> } | { readonly problem: string }>;
  /** All files below a folder, hidden ones too, sorted, except installed, compiled and ignored ones. Links are not followed. */
  below(folder: string): Promise<readonly string[]>;
}

/** What is stored of a trial in addition to its record. */
export interface TrialToStore extends Pick<Trial, 'trajectory' | 'end' | 'segments'> {
  /** Answers of a judge as received; absent or empty if it was not asked. */
  readonly judge_log?: readonly JudgeCall[];
}

/** Stores results as they come. A disk error does not end the run: `finish` reports it. */
export interface ResultSink {
  /**
   * Returns the record as stored: it names the stored trajectory and its state. Resolves when it is on disk, or can't be
   * written.
   */
  trial(caseId: string, record: TrialRecord, trial: TrialToStore): Promise<TrialRecord>;
  /**
   * Writes the complete documents (results.json, comment.md, junit.xml …).
   *
   * @param seal makes verdict.json last, unless there is no results.json; absent or `null`: this run decides nothing
   */
  finish(documents: ReadonlyMap<string, DocumentText>, seal?: Seal | null): Promise<StoredDocuments>;
}

/** The text of verdict.json, made from the SHA-256 of every other file by its name. */
export type Seal = (files: VerdictFile['files']) => string;

/** What is on disk at the end. */
export interface StoredDocuments {
  /** Names of the documents that were written. */
  readonly names: readonly string[];
  /** Why documents, trials or trajectories are missing there, a sentence part; `null`: none are. */
  readonly problem: string | null;
}

/** Time. `now` is wall time in ms since 1970, `monotonic` is for durations; a `sleep` of 0 lets what is happening go on first. */
export interface Clock {
  now(): number;
  monotonic(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Most that a whole run may cost; `null`: no cap. Trials are those that start, over all cases. */
export interface BudgetCaps
  extends Readonly<Record<'max_cost_usd' | 'max_tokens' | 'max_duration_ms' | 'max_trials', number | null>> {}

/** The call that was paid for. `model`, and `by_base` (the prices of the base commit apply), are for messages. */
export interface SpentCall {
  readonly model: string | null;
  readonly by_base?: boolean;
  readonly whole: boolean;
}

/** The budget of a run. */
export interface Budget {
  readonly caps: BudgetCaps;
  /**
   * Adds the usage of a call. `null`, or usage without the number that a cap is on, exhausts the budget, because the cap can't
   * be enforced. `whole: false` (an interrupted answer): unknown usage exhausts nothing.
   */
  spend(usage: Usage | null, call?: SpentCall): void;
  /** Counts a trial that starts; `false` if it must not. */
  startTrial(): boolean;
  /** Counts trials that ran though no one asked for them. */
  ran(trials: number): void;
  /** Why a trial was refused first, a sentence that names the cap; `null` while none was. Running trials may spend more. */
  refusedTrial(): string | null;
  /** Milliseconds left of `max_duration_ms`, negative after the end; infinite without that cap. */
  timeLeft(): number;
  /** Why nothing more may be spent, a sentence that names the cap; `null` while something is left. */
  exhausted(): string | null;
  spent(): { readonly tokens: number; readonly cost_usd: number | null; readonly trials: number };
  /** The one account of what was paid for. */
  paid(): Paid;
  /** The same budget for main's side, whose calls and trials count as its own. */
  readonly of_main: Budget;
}
