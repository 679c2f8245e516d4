import type { Json, JsonObject } from '#domain/json.ts';

/** One request for a tool. `status` is `null` until a result was seen; `step` is the model call that requested it (from 1), `null` when unknown. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly status: 'ok' | 'error' | null;
  readonly result: Json;
  readonly step: number | null;
}

/** One step of a plan that an agent returned before acting. */
export interface PlanStep {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Token counts and cost. `input_tokens` includes cache reads and writes, `output_tokens` includes reasoning; `null`: not reported. */
export interface Usage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  /** `true` when the counts were estimated from characters rather than reported. */
  readonly estimated: boolean;
  /** Parts of `input_tokens` that the provider read from its cache and wrote to it. */
  readonly cache_read_tokens?: number | null;
  readonly cache_write_tokens?: number | null;
  /** The part of `output_tokens` spent on reasoning. */
  readonly reasoning_tokens?: number | null;
  /** Names of the models as served, sorted, each once. */
  readonly models?: readonly string[];
}

/** What happened in one turn of one trial. Everything the agent did not report is `null`. */
export interface TurnRecord {
  /** From 1. */
  readonly turn: number;
  readonly input: string;
  readonly output: string | null;
  /** In the order requested; `null` when the agent gave no account of its calls at all. */
  readonly tool_calls: readonly ToolCall[] | null;
  readonly plan: readonly PlanStep[] | null;
  readonly metadata: JsonObject | null;
  readonly state: Json;
  /** Ids of retrieved documents, best first. */
  readonly retrieved: readonly string[] | null;
  readonly usage: Usage | null;
  /** Model calls. */
  readonly steps: number | null;
  /**
   * Hash of the ids that the provider gave the answers of these model calls; absent or `null` where nobody tells. The ids themselves are
   * kept nowhere.
   */
  readonly response_ids_hash?: string | null;
  /** Wall time of the agent, milliseconds; `null` when a recording does not tell. */
  readonly latency_ms: number | null;
}

/** Ordered record of one trial. Untrusted text throughout: it never reaches a terminal, comment or URL unescaped. */
export interface Trajectory {
  readonly turns: readonly TurnRecord[];
  /** Non-protocol output and log lines of the agent, capped. */
  readonly log: string;
  /** Standard error of the agent during the trial, capped. */
  readonly stderr: string;
}
