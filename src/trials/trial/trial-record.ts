import type { JudgedCriterion } from '#judge/judged.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { StoredCall } from './stored-calls.ts';
import type { ErrorClass, FailureKind, TrialSource } from './trial.ts';

/** One judged part of one expectation, as stored. `passed: null` means the check could not judge. */
export interface CheckRecord {
  /** Unique within the trial: `t1.tools.order` for a turn's check, `tools.order` for the whole trial's. */
  readonly id: string;
  /** `tools.order`, `response.contains`, `limits`, `custom` … The part before the first dot is the kind of check. */
  readonly name: string;
  /** The turn the check belongs to, `null` for the whole trial. */
  readonly turn: number | null;
  readonly passed: boolean | null;
  /** 0–1, `null` when unscored. */
  readonly score: number | null;
  /** What it found, from which the score can be recomputed. */
  readonly fact: CheckFact;
}

/** Usage as stored; absent counts are `null`. */
export interface UsageRecord {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  readonly list_cost_usd?: number | null;
  readonly estimated?: boolean;
  readonly cache_read_tokens?: number | null;
  readonly cache_write_tokens?: number | null;
  readonly reasoning_tokens?: number | null;
  readonly models?: readonly string[];
}

/** What a second, dearer judge said of a trial. */
export interface AuditedTrial {
  /** Its identity: grades of different ones are not compared. */
  readonly judge: string;
  readonly said: readonly JudgedCriterion[];
}

/** A model call that the agent's own client cancelled, so its cost is unknown. */
export interface CancelledCall {
  /** From 1. */
  readonly turn: number;
  /** Its number among the model calls of the turn, from 1. */
  readonly step: number;
  /** `null`: unknown. */
  readonly model: string | null;
}

/** A graded trial as stored in results.json: outcome, metrics and checks, no trajectory. */
export interface TrialRecord {
  readonly index: number;
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly tool_recall: number | null;
  readonly tool_precision: number | null;
  readonly parameter_accuracy: number | null;
  readonly phrase_recall: number | null;
  readonly mean_recall: number | null;
  readonly turn_pass_rate: number | null;
  readonly retrieval_accuracy: number | null;
  /** Whether all tool checks / response checks hold; `null` if there are none. */
  readonly tools_ok: boolean | null;
  readonly response_ok: boolean | null;
  readonly completed: boolean | null;
  readonly usage: UsageRecord;
  /** Usage of the simulated user, counted separately; absent or `null` without one. */
  readonly user_usage?: UsageRecord | null;
  /** Usage of the judge and of embeddings, counted separately; absent or `null` if neither was asked. */
  readonly judge_usage?: UsageRecord | null;
  /** The first one, if its trial was completed all the same; absent: none was. */
  readonly cancelled_call?: CancelledCall;
  /** Model calls that a provider refused or broke off, whether or not the agent got over it; absent: none, or nobody saw. */
  readonly unanswered_calls?: number;
  readonly latency_ms: number | null;
  readonly steps: number | null;
  readonly error: { readonly class: ErrorClass; readonly message: string } | null;
  /** `output`: the end of the agent's standard error, if that says more. */
  readonly failure: { readonly kind: FailureKind; readonly message: string; readonly output?: string } | null;
  /** The exception that the agent or one of its tools named, one line of untrusted text; absent if there is none. */
  readonly cause?: string;
  /** The name of that exception, if it has one. */
  readonly cause_type?: string;
  readonly checks: readonly CheckRecord[];
  /** What the judge said, in the order of its checks (`judge.ID`); absent if no criterion was judged. */
  readonly judged?: readonly JudgedCriterion[];
  /** The same by a second judge, which grades some trials; absent: it did not grade this one. */
  readonly audited?: AuditedTrial;
  readonly source: TrialSource;
  readonly run_attempt: number;
  readonly look: number;
  readonly seed: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly wait_ms: number;
  readonly tries: number;
  /**
   * Hashes of the answer and of the tool calls: they distinguish flaky trials from identical repetitions without storing text.
   */
  readonly output_hash: string | null;
  readonly tools_hash: string | null;
  /** Its calls where behaviour is compared; `null`: it did not report them; absent: behaviour is not compared. */
  readonly calls?: readonly StoredCall[] | null;
  /** Hash of the provider's ids of its answers; equal for two trials if a cache repeated an answer. `null` if unknown. */
  readonly response_ids_hash?: string | null;
  /** Hash of the first request to a model; absent if nobody saw it. */
  readonly first_request_hash?: string;
  /** Trials that its process was given before; absent if no process is given several, or nobody knows. */
  readonly place_in_process?: number;
  /** Key of the line in trajectories.jsonl, `null` if not stored. */
  readonly trajectory: string | null;
  readonly trajectory_state: 'complete' | 'truncated' | 'redacted' | 'absent';
}
