import { TEXT_MEASURES } from '#cases/matching/similarity/text-similarity.ts';
import type { Json, JsonObject } from '#common/json.ts';
import type { JudgeCriterion } from '#judge/criterion.ts';
import type { HashedFolder } from './hashed-folder.ts';

/** How the order of tool calls is judged. */
export type ToolOrder = 'any' | 'in_order' | 'exact';

/** How the arguments of one call are compared: equal, actual includes expected (extras allowed), or not at all. */
export type ArgsMatch = 'exact' | 'includes' | 'ignore';

/** One expected tool call. `args: null` compares the name only. Values of `args` may be matchers (`{$approx: 1}`). */
export interface ExpectedCall {
  readonly name: string;
  readonly args: JsonObject | null;
  readonly args_match: ArgsMatch;
  /** The required status of the call; `null`: any. */
  readonly status: 'ok' | 'error' | null;
}

/** A single call, or calls that must be requested in the same model turn (in any order). */
export type ExpectedStep =
  | { readonly kind: 'call'; readonly call: ExpectedCall }
  | { readonly kind: 'parallel'; readonly calls: readonly ExpectedCall[] };

/** Requirements for the tool calls, or of the steps of a plan. */
export interface ToolsExpectation {
  readonly order: ToolOrder;
  /** `false`: an actual call that matches no expected call fails the check. Order `exact` never allows extras. */
  readonly allow_extra: boolean;
  readonly calls: readonly ExpectedStep[];
  /** Pairs [first, then]: the first call of `then` must come after a call of `first`. */
  readonly before: readonly (readonly [string, string])[];
  /** Globs of tool names that must not be called. */
  readonly forbidden: readonly string[];
  readonly min_calls: number | null;
  readonly max_calls: number | null;
  /** Share (0–1) of expected calls that must be matched by name and arguments. */
  readonly min_matched: number;
}

/** How the similarity of two texts is measured, in the order of reports. */
export const SIMILARITY_MEASURES = [...TEXT_MEASURES, 'embedding'] as const;

/** One of them. */
export type SimilarityMeasure = (typeof SIMILARITY_MEASURES)[number];

/** How similar the answer must be (0–1], by each measure, to the nearest of some texts. */
export interface SimilarExpectation {
  readonly to: readonly string[];
  readonly min: { readonly [Measure in SimilarityMeasure]?: number };
}

/** What must hold of the agent's answer. */
export interface ResponseExpectation {
  readonly contains: readonly string[];
  readonly not_contains: readonly string[];
  /** Regular expressions (RE2 syntax). */
  readonly matches: readonly string[];
  readonly equals: string | null;
  readonly json_schema: JsonObject | null;
  /** Whether `contains` and `not_contains` are case-sensitive. */
  readonly case_sensitive: boolean;
  /** Absent: nothing, so that hashes of other expectations stay. */
  readonly similar?: SimilarExpectation;
}

/** Retrieval accuracy at k: at least `min_hits` of `ids` among the first `k` retrieved. */
export interface RetrievedExpectation {
  readonly ids: readonly string[];
  readonly k: number;
  readonly min_hits: number;
}

/** Limits for one trial (or one turn). Tokens are counts, latency is milliseconds, cost is US dollars. */
export interface LimitsExpectation {
  readonly max_input_tokens?: number;
  readonly max_output_tokens?: number;
  readonly max_total_tokens?: number;
  readonly max_steps?: number;
  readonly max_latency_ms?: number;
  readonly max_cost_usd?: number;
}

/** A check written by the user: a command (trial as JSON on stdin, `{passed, score, reason}` on stdout) or a JS module. */
export type CustomExpectation = (
  | { readonly kind: 'command'; readonly command: readonly string[] }
  | { readonly kind: 'module'; readonly module: string }
) & {
  readonly files?: readonly string[];
  /** The least score with which an answer of a score alone passes; absent: 0.5. */
  readonly min_score?: number;
};

/** What must be true of every file of the workspace that matches a glob; at least one must match. */
export interface FileExpectation {
  /** `false`: no file may match. */
  readonly exists: boolean;
  /** `null`: nothing is demanded of its text. */
  readonly text: ResponseExpectation | null;
}

/** A command that runs in the workspace when the agent has answered. */
export interface CommandExpectation {
  /** Program and arguments. */
  readonly run: readonly string[];
  readonly exit: number;
  readonly timeout_ms: number;
  /** Globs of files of the workspace that are put back as they were before it runs; `null`: nothing is said. */
  readonly restore: readonly string[] | null;
  /** Laid over the workspace before it runs. */
  readonly files: HashedFolder | null;
  readonly stdout: ResponseExpectation | null;
}

/** What the agent may change in the workspace. Binary files have no lines. */
export interface DiffExpectation {
  readonly max_files: number | null;
  /** Added and removed. */
  readonly max_lines: number | null;
  /** Globs; `null`: any file. */
  readonly only: readonly string[] | null;
}

/** All expectations of a turn or of the whole trial; every one must hold. A missing key expects nothing. */
export interface Expectations {
  readonly tools?: ToolsExpectation;
  readonly response?: ResponseExpectation;
  readonly plan?: ToolsExpectation;
  /** Structured fields the agent returned; values may be matchers. */
  readonly metadata?: JsonObject;
  /** Final state; keys are dotted paths, values may be matchers. */
  readonly state?: { readonly [path: string]: Json };
  readonly retrieved?: RetrievedExpectation;
  readonly limits?: LimitsExpectation;
  readonly no_tools?: true;
  readonly completes?: true;
  /** What the runner of a suite says of its own test. */
  readonly reported?: true;
  /** Of the workspace when the agent has answered, by glob. */
  readonly files?: { readonly [glob: string]: FileExpectation };
  readonly commands?: readonly CommandExpectation[];
  readonly diff?: DiffExpectation;
  readonly custom?: readonly CustomExpectation[];
  /** Decided by a model. */
  readonly judge?: readonly JudgeCriterion[];
}
