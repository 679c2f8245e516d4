import * as z from 'zod';
import type { Json } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import type { JudgeCall } from '#judge/judged.ts';
import type { ModelCallRecord } from './model-call-record.ts';
import { segmentHash } from './request-segment.ts';
import {
  mcpReadSchema,
  planStepSchema,
  type Trajectory,
  type TurnRecord,
  toolCallSchema,
  UNKNOWN_CALLS,
  type Usage,
} from './trajectory.ts';
import { endSchema, type TrialEnd } from './trial.ts';
import { workspaceFactsSchema } from './workspace-facts.ts';

/** A model call in a line of trajectories.jsonl: its request as a difference, because each one repeats the one before. */
type StoredCall = Omit<ModelCallRecord, 'request'> & {
  readonly request: { readonly same: number; readonly new: readonly string[] } | null;
};

/** A turn in a line of trajectories.jsonl. */
type StoredTurn = Omit<TurnRecord, 'model_calls'> & { readonly model_calls?: readonly StoredCall[] | null };

/** The form in which a turn is stored. */
export function storedTurn({ model_calls: calls, ...turn }: TurnRecord): StoredTurn {
  if (calls === undefined) return turn;
  let before: readonly string[] = [];
  const stored = calls?.map(({ request, ...call }): StoredCall => {
    if (request === null) return { ...call, request };
    const same = commonLength(before, request);
    before = request;
    return { ...call, request: { same, new: request.slice(same) } };
  });
  return { ...turn, model_calls: stored ?? null };
}

/** The turn again. A request that refers to more than the one before has is unknown. */
export function turnOfStored({ model_calls: calls, ...turn }: StoredTurn): TurnRecord {
  if (calls === undefined) return turn;
  let before: readonly string[] = [];
  const read = calls?.map(({ request, ...call }): ModelCallRecord => {
    if (request === null || request.same > before.length || before.length > MOST_SEGMENTS)
      return { ...call, request: null };
    before = [...before.slice(0, request.same), ...request.new];
    return { ...call, request: before };
  });
  return { ...turn, model_calls: read ?? null };
}

/** More parts than any honest request has: a short line must not stand for very long lists. */
const MOST_SEGMENTS = 10_000;

function commonLength(left: readonly string[], right: readonly string[]): number {
  const differs = right.findIndex((hash, place) => left[place] !== hash);
  return differs === -1 ? Math.min(left.length, right.length) : Math.min(differs, left.length);
}

/** What a stored call looks like. */
function storedCallSchema(usage: z.ZodType<Usage>): z.ZodType<StoredCall> {
  return z.object({
    step: z.int().min(1),
    model: z.string().nullable(),
    started_ms: z.number().min(0),
    duration_ms: z.number().min(0),
    usage: usage.nullable(),
    cancelled: z.literal(true).exactOptional(),
    request: z.object({ same: z.int().min(0), new: z.array(segmentHash) }).nullable(),
  });
}

/** A trajectory in a line of trajectories.jsonl, complete and unchanged: the trial can be judged again from it. */
export interface StoredTrajectory {
  /** `case#index`, as in the trial's record. */
  readonly id: string;
  readonly end: TrialEnd;
  readonly trajectory: Trajectory;
  /** Answers of a judge, for people; absent if none was asked. */
  readonly judge?: readonly JudgeCall[];
}

/** A line of trajectories.jsonl, for people: masked where it held secrets, or only the beginning of a trajectory that is too long. */
export type TrajectoryLine =
  | (StoredTrajectory & { readonly state: 'complete' | 'redacted' })
  | {
      readonly id: string;
      readonly state: 'truncated';
      readonly end: TrialEnd;
      /** How long it was, a sentence. */
      readonly note: string;
      /** Text that was JSON. */
      readonly beginning: string;
    };

/** The line of a trajectory. */
export function trajectoryText({ trajectory, ...line }: TrajectoryLineFields): string {
  return jsonText({ ...line, trajectory: { ...trajectory, turns: trajectory.turns.map(storedTurn) } });
}

/** What a whole line says, in its order. */
interface TrajectoryLineFields extends StoredTrajectory {
  readonly case_id: string;
  readonly trial: number;
  readonly state: 'complete' | 'redacted';
}

/** Reads one line of trajectories.jsonl; `null` if it was truncated or redacted, or is no trajectory. */
export function parseStoredTrajectory(line: string): StoredTrajectory | null {
  const read = parseTrajectoryLine(line);
  return read?.state === 'complete' ? { id: read.id, end: read.end, trajectory: read.trajectory } : null;
}

/** Reads one line of trajectories.jsonl, whatever its state; `null` if it is no trajectory. */
export function parseTrajectoryLine(line: string): TrajectoryLine | null {
  const parsed = lineSchema.safeParse(jsonOrUndefined(line));
  if (!parsed.success) return null;
  const read = parsed.data;
  if (read.state === 'truncated') return read;
  return { ...read, trajectory: { ...read.trajectory, turns: read.trajectory.turns.map(turnOfStored) } };
}

/** The id at the beginning of a line that we wrote; `null`: the line must be parsed to know. */
export function idOfLine(line: string): string | null {
  return /^\{"id":"([^"\\]*)"/.exec(line)?.[1] ?? null;
}

const text = z.string();
const count = z.number().min(0).nullable();
// The result of JSON.parse is JSON.
const anyJson = z.custom<Json>(() => true);

const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  cost_usd: count,
  list_cost_usd: count.exactOptional(),
  estimated: z.boolean(),
  cache_read_tokens: count.exactOptional(),
  cache_write_tokens: count.exactOptional(),
  reasoning_tokens: count.exactOptional(),
  models: z.array(text).exactOptional(),
}) satisfies z.ZodType<Usage>;

const turn = z.object({
  turn: z.int().min(1),
  input: text,
  output: text.nullable(),
  tool_calls: z.array(toolCallSchema).nullable(),
  calls_unknown: z.enum(UNKNOWN_CALLS).exactOptional(),
  mcp_reads: z.array(mcpReadSchema).exactOptional(),
  plan: z.array(planStepSchema).nullable(),
  metadata: planStepSchema.shape.arguments.nullable(),
  state: anyJson,
  retrieved: z.array(text).nullable(),
  usage: usage.nullable(),
  steps: count,
  model_calls: z.array(storedCallSchema(usage)).nullable().exactOptional(),
  response_ids_hash: text.nullable().exactOptional(),
  latency_ms: count,
});

const judgeCall = z.object({
  criteria: z.array(text),
  turn: z.int().min(1).exactOptional(),
  vote: z.int().min(1),
  answer: text,
  problem: text.nullable(),
}) satisfies z.ZodType<JudgeCall>;

const lineSchema = z.discriminatedUnion('state', [
  z.object({
    id: text.max(300),
    state: z.enum(['complete', 'redacted']),
    end: endSchema,
    trajectory: z.object({
      turns: z.array(turn),
      log: text,
      stderr: text,
      workspace: workspaceFactsSchema.exactOptional(),
    }),
    judge: z.array(judgeCall).exactOptional(),
  }),
  z.object({ id: text.max(300), state: z.literal('truncated'), end: endSchema, note: text, beginning: text }),
]);
