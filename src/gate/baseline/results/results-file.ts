import type { Accepts } from '#cases/suite/accept.ts';
import type { Shard } from '#cases/suite/selection/shard.ts';
import type { Json, JsonObject } from '#common/json.ts';
import type { ExplainedCase } from '#gate/lines/explained.ts';
import type { JudgeOfRun } from '#judge/judged.ts';
import type { ProviderIncident } from '#trials/trial/provider-incident.ts';
import type { ShownToModels, ToolHashes } from '#trials/trial/shown-to-models.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { SideDoubt } from './side-doubt.ts';

/** The version of results.json that this code writes; newer ones are refused by name. */
export const RESULTS_SCHEMA_VERSION = 1;

/** One case with its trials, as stored. */
export interface CaseRecord {
  readonly id: string;
  readonly name: string | null;
  /** Equal if the agent's input is equal. */
  readonly input_hash: string;
  /** Equal if the expectations are equal. */
  readonly expect_hash: string;
  /** Equal if the files that custom checks run are equal; `null` if there are none. */
  readonly grader_hash: string | null;
  /** Equal if the same judge is asked; absent if no criterion of the case is judged. */
  readonly judge_key?: string;
  readonly source: { readonly file: string; readonly line: number } | null;
  /** The case that it is derived from, and how; absent: it is written as it is. */
  readonly variant?: { readonly of: string; readonly kind: string };
  readonly tags: readonly string[];
  readonly never_fail: boolean;
  /** Number of expected tool calls; 0 means tool recall is undefined. */
  readonly expected_tool_calls: number;
  /** Trials of the plan; those with a larger index were run to confirm a failure and enter no other test. */
  readonly planned_trials: number;
  /** The case sets its own number of trials, so no look extends it. */
  readonly fixed_trials: boolean;
  readonly metadata: JsonObject;
  readonly trials: readonly TrialRecord[];
  /**
   * Only in memory, and in the copies of main's runs that decided: its stored trials were graded again by a change's expectations, or should have been. `problem`: a sentence
   * part, why they were not; `null`: they were, and hashes and trials are those of the change. `grader_hash`: main's own, see
   * above.
   */
  readonly regrading?: { readonly problem: string | null; readonly grader_hash: string | null };
}

/**
 * A period of the main branch in which nothing measurable changed. Runs of one epoch are pooled; a new one starts with a run
 * that differs from those before it.
 */
export interface Epoch {
  readonly id: string;
  /** Commit of its first run. */
  readonly since: string | null;
  /** Why it began, a sentence; `null` for the first. */
  readonly reason: string | null;
  /** Cases that changed within it, by id, with the run since which their trials count: its commit if that is unique. */
  readonly cases: { readonly [id: string]: string };
}

/** A run of the main branch, by GitHub's ids. */
export interface RunReference {
  readonly run_id: string | null;
  readonly sha: string | null;
}

/** The verdict of a run of a change. */
export interface PastVerdict {
  readonly run_id: string | null;
  readonly attempt: number;
  /** Of the commit as people know it: the head of a pull request. */
  readonly sha: string | null;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'error';
  /** Code of its first reason. */
  readonly reason: string;
  /** What it answers; absent: unknown, so it is no answer to anything else. */
  readonly question?: Question;
  readonly selected?: SelectedBy;
  /** Of an undecided one; absent: unknown. False: it may be merged, as no change could help it. */
  readonly blocks?: boolean;
}

/** What a run of a change is asked. A verdict is repeated only for an equal question. */
export interface Question {
  /** Hash of content, base commit, target branch, policy, config and version. */
  readonly ground: string;
  /** Hash of the inputs, the selection among them. */
  readonly inputs: string;
}

/** Who left out cases: the workflow, in every run, or somebody who started the run by hand. */
export type SelectedBy = 'workflow' | 'hand';

/** The part of a run that one of several jobs ran. */
interface ShardRun extends Shard {
  /** Why it could not run its cases, without which no verdict is possible. `null` if it ran them. */
  readonly stopped: {
    readonly verdict: 'inconclusive' | 'error';
    readonly message: string;
    /** False: it may be merged, as nobody wanted it evaluated, or could. */
    readonly blocks: boolean;
  } | null;
}

/**
 * results.json: the results of one run of a suite. Everything that a comparison needs; the agent's prompts are its only texts.
 */
export interface ResultsFile {
  readonly schema_version: 1;
  readonly hash_version: number;
  readonly metrics_version: number;
  readonly tool: {
    readonly name: string;
    readonly version: string;
    /** As the workflow names it, `owner/name@ref`; absent where no released action ran. */
    readonly action?: string;
  };
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly repository: { readonly id: string; readonly full_name: string | null } | null;
  readonly commit: {
    readonly sha: string | null;
    /** Its git tree: commits with the same one are the same to a run. Absent where nobody knows. */
    readonly content?: string;
    readonly ref: string | null;
    readonly head_sha: string | null;
    readonly base_sha: string | null;
    /** The branch that it goes onto; absent where nobody knows. */
    readonly base_ref?: string;
    readonly pull_request: number | null;
  };
  readonly run: {
    readonly id: string | null;
    readonly attempt: number;
    readonly event: string | null;
    readonly workflow: string | null;
    readonly key: string | null;
    readonly side: 'candidate' | 'baseline' | 'confirm';
    /** Absent for a run of the whole suite. */
    readonly shard?: ShardRun;
    /** Inputs that decided how it was run and judged besides the config; `null`: the default. Absent if unknown. */
    readonly inputs?: JsonObject;
    /** Absent: no input leaves out cases. */
    readonly selected?: SelectedBy;
  };
  readonly config: { readonly path: string; readonly hash: string };
  /** The effective policy of the run, as data; `sha`: the commit that it came from, `null` if it is the run's own. */
  readonly policy: { readonly sha: string | null; readonly hash: string; readonly effective: Json };
  readonly agent: {
    readonly kind: string;
    /** Hash of the conditions. */
    readonly key: string;
    /** The conditions themselves, so that a difference can be named. */
    readonly conditions: JsonObject;
    readonly treatment_hash: string;
    readonly treatment: JsonObject;
    /** Files whose hashes are in the treatment, as the config names them; absent if it names none. */
    readonly files?: { readonly prompt?: string; readonly tools?: string };
    /**
     * What its MCP servers offer its models: part of what a change may alter, but known only once servers were asked. Absent if
     * none is recorded.
     */
    readonly mcp_tools?: ToolHashes;
    /** What requests showed its models; absent: nobody saw them all. */
    readonly shown?: ShownToModels;
    /** Models as served, sorted, each once; empty if unknown. */
    readonly models: readonly string[];
  };
  /** Absent if no criterion was to be judged. */
  readonly judge?: JudgeOfRun;
  /** Trials per case after which the run may end, ascending. */
  readonly looks: readonly number[];
  readonly stop: { readonly look: number; readonly reason: 'decided' | 'cap' | 'budget' | 'cancelled' };
  /**
   * Fresh trials per case and side, stage by stage, with which what looks worse is tried again: the looks only choose. Absent: main's agent could
   * not be run, so its stored trials decide.
   */
  readonly again?: readonly number[];
  /**
   * How the change could have reached main's fresh trials, or have decided on them: if there is a way, those trials close
   * nothing. Stored with these trials, or with the change's where they were not made. Absent: none.
   */
  readonly doubts?: readonly SideDoubt[];
  /** What its provider left unanswered, or answered late; absent: nothing was seen. */
  readonly incident?: ProviderIncident;
  /** False if trials are missing because the run was cut short. */
  readonly complete: boolean;
  /** A later run of the same content added its trials to those of the first: only the last look is tested. */
  readonly appended: boolean;
  /** Runs of main that it was compared with, nearest first. */
  readonly baseline_runs: readonly RunReference[];
  /** `null` if it is no run of main. */
  readonly epoch: Epoch | null;
  /** The verdicts of runs of the same content, this one last; absent where none gives a verdict. */
  readonly verdicts?: readonly PastVerdict[];
  /** The regressions that its commit accepts; absent: it has no file of accepts. */
  readonly accepts?: Accepts;
  /** Cases of main's nearest run that the change can't reach, which were not run; absent: none. */
  readonly unaffected?: { readonly since: string; readonly cases: readonly string[] };
  /** Which lines of the change broke which case; absent: not searched. */
  readonly explained?: readonly ExplainedCase[];
  readonly cases: readonly CaseRecord[];
}
