import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';
import { checkFactSchema } from '#trials/facts/check-fact.ts';
import { AGENT_FAILURES, ERROR_CLASSES } from './trial.ts';

const LONGEST_MESSAGE = 10_000;
/** Most checks of a trial. */
export const MOST_CHECKS = 5_000;
const MOST_MODELS = 100;
const MOST_CALLS = 10_000;

// Text for people is truncated, not refused: a long reason is no cause to lose a baseline.
const message = z.string().overwrite((value) => value.slice(0, LONGEST_MESSAGE));
const name = z.string().max(512);
const share = z.number().min(0).max(1).nullable().default(null);
const flag = z.boolean().nullable().default(null);
const count = z.int().min(0).nullable().default(null);
/** A count that may be missing. */
const part = z.int().min(0).nullable();
const amount = z.number().min(0).max(1e15);

/** One judged part of one expectation, as stored. */
export const checkSchema = z.object({
  /** Unique within the trial: `t1.tools.order` for a turn's check, `tools.order` for the whole trial's. */
  id: name.default(''),
  /** `tools.order`, `response.contains`, `limits`, `custom` … The part before the first dot is the kind of check. */
  name,
  /** The turn the check belongs to, `null` for the whole trial. */
  turn: z.int().min(1).nullable().default(null),
  /** `null`: the check could not judge. */
  passed: z.boolean().nullable(),
  /** `null` when unscored. */
  score: share,
  /** What it found, from which the score can be recomputed. What can't be read is no cause to lose a baseline. */
  fact: checkFactSchema().catch({ kind: 'said', code: null, text: '' }),
});

/** One judged part of one expectation, as stored. */
export type CheckRecord = Readonly<z.infer<typeof checkSchema>>;

/** The kind of a check. */
export function checkKind({ name }: Pick<CheckRecord, 'name'>): string {
  return name.split('.')[0] ?? name;
}

const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  cost_usd: amount.nullable().default(null),
  list_cost_usd: amount.nullable().exactOptional(),
  estimated: z.boolean().exactOptional(),
  cache_read_tokens: part.exactOptional(),
  cache_write_tokens: part.exactOptional(),
  reasoning_tokens: part.exactOptional(),
  models: z.array(name).max(MOST_MODELS).exactOptional(),
});

/** Usage as stored; absent counts are `null`. */
export type UsageRecord = DeepReadonly<z.infer<typeof usageSchema>>;

/** The usage of a trial without any counts. */
export const NO_USAGE: UsageRecord = { input_tokens: null, output_tokens: null, total_tokens: null, cost_usd: null };

const judgedSchema = z.object({
  criterion: name,
  turn: z.int().min(1).exactOptional(),
  verdict: z.enum(['met', 'not_met', 'cannot_tell', 'malformed']),
  evidence: message.nullable().default(null),
  score: z.number().min(0).max(1).exactOptional(),
  votes: z.int().min(0).default(1),
  met_votes: z.int().min(0).default(0),
  cached: z.boolean().default(false),
});

const auditedSchema = z.object({
  /** Its identity: grades of different ones are not compared. */
  judge: name,
  said: z.array(judgedSchema).max(MOST_CHECKS),
});

/** What a second, dearer judge said of a trial. */
export type AuditedTrial = DeepReadonly<z.infer<typeof auditedSchema>>;

const cancelledCallSchema = z.object({
  turn: z.int().min(1),
  /** Its number among the model calls of the turn, from 1. */
  step: z.int().min(1),
  /** `null`: unknown. */
  model: name.nullable().default(null),
});

/** A model call that the agent's own client cancelled, so its cost is unknown. */
export type CancelledCall = Readonly<z.infer<typeof cancelledCallSchema>>;

/** One trial of results.json as it is read. Only its index and outcome are required; a missing metric has no value. */
export const trialSchema = z.object({
  index: z.int().min(1).max(10_000),
  outcome: z.enum(['passed', 'failed', 'error']),
  tool_recall: share,
  tool_precision: share,
  parameter_accuracy: share,
  phrase_recall: share,
  mean_recall: share,
  turn_pass_rate: share,
  retrieval_accuracy: share,
  /** The same of the expectations of each k. */
  retrieval_at: z
    .record(z.string().regex(/^[1-9]\d{0,15}$/), z.number().min(0).max(1))
    .nullable()
    .default(null),
  /** Whether all tool checks / response checks hold; `null` if there are none. */
  tools_ok: flag,
  response_ok: flag,
  completed: flag,
  usage: usageSchema.nullish().transform((usage): UsageRecord => usage ?? NO_USAGE),
  /** Usage of the simulated user, counted separately; absent or `null` without one. */
  user_usage: usageSchema.nullable().exactOptional(),
  judge_usage: usageSchema
    .nullable()
    .exactOptional()
    .describe('Tokens and cost of the judge; absent if it was not asked'),
  cancelled_call: cancelledCallSchema
    .exactOptional()
    .describe('The first model call that the agent’s own client cancelled: the tokens of the trial are unknown'),
  unanswered_calls: z
    .int()
    .min(0)
    .exactOptional()
    .describe(
      'Model calls that a provider refused or broke off, of a runner in the whole round; absent: none, or none seen',
    ),
  latency_ms: amount.nullable().default(null),
  steps: count,
  error: z
    .object({
      class: z.enum(ERROR_CLASSES),
      message: message.default(''),
    })
    .nullable()
    .default(null),
  failure: z
    .object({
      kind: z.enum(['check', ...AGENT_FAILURES]),
      message: message.default(''),
      /** The end of the agent's standard error, if that says more. */
      output: message.exactOptional(),
    })
    .nullable()
    .default(null),
  /** The exception that the agent or one of its tools named, one line of untrusted text; absent if there is none. */
  cause: message.exactOptional(),
  /** The name of that exception, if it has one. */
  cause_type: name.exactOptional(),
  checks: z.array(checkSchema).max(MOST_CHECKS).default([]),
  audited: auditedSchema
    .exactOptional()
    .describe('What a second judge said of the same criteria; absent: it did not grade this trial'),
  judged: z
    .array(judgedSchema)
    .max(MOST_CHECKS)
    .exactOptional()
    .describe('What the judge said of each criterion; absent if none was judged'),
  source: z.enum(['live', 'imported', 'replayed']).default('live'),
  run_attempt: z.int().min(1).default(1),
  look: z.int().min(0).default(1),
  seed: z.int().default(0),
  started_at: name.default(''),
  duration_ms: amount.default(0),
  wait_ms: amount.default(0),
  tries: z.int().min(0).default(1),
  /** Hashes of the answer and of the tool calls: they distinguish flaky trials from identical repetitions without storing text. */
  output_hash: name.nullable().default(null),
  tools_hash: name.nullable().default(null),
  sequence_hash: name
    .exactOptional()
    .describe('Equal for trials that call the same tools in the same order; absent: it does not tell its calls'),
  calls: z
    .array(z.object({ tool: name, args: name }))
    .max(MOST_CALLS)
    .nullable()
    .exactOptional()
    .describe('Its calls with hashes of their arguments, where behaviour is compared; null: it did not report them'),
  /** Hash of the provider's ids of its answers; equal for two trials if a cache repeated an answer. `null` if unknown. */
  response_ids_hash: name.nullable().exactOptional(),
  first_request_hash: name
    .exactOptional()
    .describe('Equal for trials whose first requests to a model are equal; absent if that was not seen'),
  place_in_process: z
    .int()
    .min(0)
    .exactOptional()
    .describe('Trials that its process was given before; absent where no process is given several'),
  /** Key of the line in trajectories.jsonl, `null` if not stored. */
  trajectory: name.nullable().default(null),
  trajectory_state: z.enum(['complete', 'truncated', 'redacted', 'absent']).default('absent'),
});

/** A graded trial as stored in results.json: outcome, metrics and checks, no trajectory. */
export interface TrialRecord extends DeepReadonly<Omit<z.infer<typeof trialSchema>, 'checks'>> {
  readonly checks: readonly CheckRecord[];
}

/** What reading fills in where a trial says nothing, by key. */
export function filledIn(): Readonly<Record<string, unknown>> {
  filled ??= { ...trialSchema.parse({ index: 1, outcome: 'passed' }), index: undefined, outcome: undefined };
  return filled;
}

let filled: Readonly<Record<string, unknown>> | undefined;
