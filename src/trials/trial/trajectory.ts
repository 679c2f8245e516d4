import * as z from 'zod';
import type { Json, JsonObject } from '#common/json.ts';
import type { ModelCallRecord } from './model-call-record.ts';
import type { Usage } from './usage.ts';
import type { WorkspaceFacts } from './workspace-facts.ts';

export type { Usage } from './usage.ts';

const text = z.string();
const amount = z.number().min(0);
// The result of JSON.parse is JSON.
const jsonObject = z.custom<JsonObject>((value) => z.record(z.string(), z.unknown()).safeParse(value).success);

/**
 * One request for a tool. `status` is `null` until a result was seen; `step` is the model call that requested it (from 1),
 * `null` if unknown.
 */
export const toolCallSchema = z.object({
  name: text,
  arguments: jsonObject,
  status: z.enum(['ok', 'error']).nullable(),
  result: z.custom<Json>(() => true),
  step: z.int().min(1).nullable(),
  /** Milliseconds that the tool took; absent if nobody measured it. */
  duration_ms: amount.exactOptional(),
  /** The MCP server that was called; absent if no recorded one was. */
  server: text.exactOptional(),
  /** When it was called there, milliseconds since the turn began. */
  started_ms: amount.exactOptional(),
  /** Size of its answer there. */
  bytes: amount.exactOptional(),
  /** A mock answered in its place. */
  mocked: z.literal(true).exactOptional(),
});

/** A resource or a prompt that was read from an MCP server. */
export const mcpReadSchema = z.object({
  server: text,
  kind: z.enum(['resource', 'prompt']),
  /** The URI of the resource, the name of the prompt. */
  name: text,
  /** `null`: no answer was seen. */
  status: z.enum(['ok', 'error']).nullable(),
  /** Since the turn began. */
  started_ms: amount,
  duration_ms: amount.nullable(),
  /** Size of the answer; `null`: none was seen. */
  bytes: amount.nullable(),
});

/** One step of a plan that an agent returned before acting. */
export const planStepSchema = z.object({ name: text, arguments: jsonObject });

/** One request for a tool. */
export type ToolCall = Readonly<z.infer<typeof toolCallSchema>>;

/** A resource or a prompt that was read from an MCP server. */
export type McpRead = Readonly<z.infer<typeof mcpReadSchema>>;

/** One step of a plan that an agent returned before acting. */
export type PlanStep = Readonly<z.infer<typeof planStepSchema>>;

/**
 * Why the tool calls of a turn are unknown: pieces of a stream can't be told apart, traces did not come whole, or no request
 * offered the model a tool and the agent gave no account of its calls.
 */
export const UNKNOWN_CALLS = ['indistinct', 'untraced', 'not_offered'] as const;

/** One of them. */
export type UnknownCalls = (typeof UNKNOWN_CALLS)[number];

/** What happened in one turn of one trial. Everything the agent did not report is `null`. */
export interface TurnRecord {
  /** From 1. */
  readonly turn: number;
  readonly input: string;
  readonly output: string | null;
  /** In the order requested; `null` if the agent did not report its calls at all. */
  readonly tool_calls: readonly ToolCall[] | null;
  /** Why it is unknown which tools were called: `tool_calls` is `null`, and no other turn shows more. */
  readonly calls_unknown?: UnknownCalls;
  /** What was read from MCP servers, in its order; absent if none is recorded, or nothing was read. */
  readonly mcp_reads?: readonly McpRead[];
  readonly plan: readonly PlanStep[] | null;
  readonly metadata: JsonObject | null;
  readonly state: Json;
  /** Ids of retrieved documents, best first. */
  readonly retrieved: readonly string[] | null;
  readonly usage: Usage | null;
  /** Model calls. */
  readonly steps: number | null;
  /** One record per step, in order; absent or `null` if nobody saw the calls. */
  readonly model_calls?: readonly ModelCallRecord[] | null;
  /** Hash of the provider's ids of these answers; absent or `null` if unknown. The ids themselves are not stored. */
  readonly response_ids_hash?: string | null;
  /** Wall time of the agent, milliseconds; `null` if a recording does not say. */
  readonly latency_ms: number | null;
}

/** Ordered record of one trial. Untrusted text throughout: it never reaches a terminal, comment or URL unescaped. */
export interface Trajectory {
  readonly turns: readonly TurnRecord[];
  /** Log lines and other output of the agent outside the protocol, limited in size. */
  readonly log: string;
  /** Standard error of the agent during the trial, limited in size. */
  readonly stderr: string;
  /** Absent: its case has no workspace, or nobody looked. */
  readonly workspace?: WorkspaceFacts;
}
