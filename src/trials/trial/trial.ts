import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';
import type { RequestSegment } from './model-call-record.ts';
import type { Trajectory, Usage } from './trajectory.ts';

/** The machinery's or the provider's fault: the trial is missing, never failed. `judge`: a check could not judge. */
export const ERROR_CLASSES = [
  'rate_limit',
  'provider',
  'network',
  'sandbox',
  'judge',
  'budget',
  'replay_miss',
  'cancelled',
] as const;

/** One of them. */
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** How an agent ends a trial by its own fault; `limit`: a step, call or token limit of the config was reached. */
export const AGENT_FAILURES = ['crash', 'protocol', 'timeout', 'limit'] as const;

const text = z.string();

/** One line that names a cause; `type`: of the exception, if it is one. */
const causeSchema = z.object({ line: text, type: text.nullable() });

const agentFailureSchema = z.object({
  kind: z.enum(AGENT_FAILURES),
  message: text,
  /** What brought it down: the end of an MCP server, else the exception that it named; absent: nobody knows. */
  cause: causeSchema.exactOptional(),
  /** The end of what it wrote to standard error; absent: it ended otherwise, or wrote nothing. */
  output: text.exactOptional(),
});

/** How a trial ended, as stored with its trajectory. */
export const endSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('completed') }),
  z.object({ kind: z.literal('failed'), failure: agentFailureSchema }),
  z.object({ kind: z.literal('error'), error: z.object({ class: z.enum(ERROR_CLASSES), message: text }) }),
]);

/** How the agent ended a trial by itself. Untrusted texts. */
export type AgentFailure = DeepReadonly<z.infer<typeof agentFailureSchema>>;

/** One line that names a cause. */
export type FailureCause = Readonly<z.infer<typeof causeSchema>>;

/** How a trial ended, before anything was judged. */
export type TrialEnd = DeepReadonly<z.infer<typeof endSchema>>;

/**
 * Source of a trial's evidence. `imported`: run elsewhere (agent kind `recorded`); `replayed`: answered from a cassette, no
 * evidence.
 */
export type TrialSource = 'live' | 'imported' | 'replayed';

/** One run of the agent on one case: what happened, without a grade. */
export interface Trial {
  readonly case_id: string;
  /** From 1. */
  readonly index: number;
  readonly seed: number;
  readonly source: TrialSource;
  /** ISO 8601. */
  readonly started_at: string;
  readonly duration_ms: number;
  /** Time spent waiting for our own limiter or retries; counts towards neither latency nor time-out. */
  readonly wait_ms: number;
  /** Attempts made, from 1. */
  readonly tries: number;
  readonly trajectory: Trajectory;
  readonly end: TrialEnd;
  /** Usage of the simulated user, counted separately; absent or `null` without one. */
  readonly user_usage?: Usage | null;
  /** What models were shown, as the model calls of the trajectory name it; absent if nobody saw the calls. */
  readonly segments?: readonly RequestSegment[];
  /** Model calls that a provider refused or broke off, in all attempts, or of a runner in its whole round; absent: none, or nobody saw. */
  readonly unanswered_calls?: number;
  /** The agent is recorded, and the recorder saw no model call. */
  readonly bypassed?: boolean;
  /** An upper bound if the latency is unknown: including the start of a process. */
  readonly latency_at_most_ms?: number;
  /** Some of what it printed may be another trial's, which its process had at the same time. */
  readonly shared_output?: boolean;
  /** Trials that its process was given before, where one process is given several. */
  readonly place_in_process?: number;
}
