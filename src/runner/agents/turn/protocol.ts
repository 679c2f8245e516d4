import * as z from 'zod';
import type { Message } from '#cases/suite/case.ts';
import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { boundsProblem } from '#trials/messages/value-bounds.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { describeIssues, type ResultFields, resultFieldsSchema } from '../result/result-fields.ts';

/** Version of the agent protocol in this file. */
const PROTOCOL = 1;

/** One turn as the agent gets it, a line of JSON. */
export interface TurnLine {
  readonly protocol: 1;
  readonly type: 'turn';
  /** `case#trial.turn`. */
  readonly id: string;
  readonly case_id: string;
  readonly trial: number;
  readonly turn: number;
  readonly last_turn: boolean;
  readonly seed: number;
  readonly input: string;
  /** The whole conversation so far, this turn's input as the last. */
  readonly messages: readonly Message[];
  readonly context: JsonObject;
  /** The `session` that the agent returned in the turn before, `null` at first. */
  readonly session: Json;
  /** Milliseconds left of the trial's time. */
  readonly deadline_ms: number;
  /** Absolute path of the trial's copy of the case's workspace; absent: the case has none. */
  readonly workspace?: string;
  /** Base URLs of this turn alone, for agents that play several trials at once; empty if nothing is recorded. */
  readonly base_urls: { readonly [provider: string]: string };
}

/** State passed from turn to turn. */
export interface ConversationState {
  /** The messages before this turn. */
  readonly messages: readonly Message[];
  readonly session: Json;
  readonly deadline_ms: number;
  /** What the user says in this turn; absent: the input written in the case. */
  readonly user_turn?: Pick<TurnLine, 'input' | 'last_turn'>;
  readonly base_urls?: TurnLine['base_urls'];
}

/** The line for turn `turn` (from 1) of a plan. */
export function buildTurnLine(plan: TrialPlan, turn: number, state: ConversationState): TurnLine {
  const { input, last_turn } = state.user_turn ?? {
    input: plan.case.turns[turn - 1]?.input ?? '',
    last_turn: turn >= plan.case.turns.length,
  };
  return {
    protocol: PROTOCOL,
    type: 'turn',
    id: `${plan.case.id}#${plan.index}.${turn}`,
    case_id: plan.case.id,
    trial: plan.index,
    turn,
    last_turn,
    seed: plan.seed,
    input,
    messages: [...state.messages, { role: 'user', content: input }],
    context: plan.case.context,
    session: state.session,
    deadline_ms: state.deadline_ms,
    base_urls: state.base_urls ?? {},
    ...(plan.workspace !== undefined && { workspace: plan.workspace }),
  };
}

/** Messages about a worker's trials besides their turns; only workers that announced the type get them. */
export type ControlLine =
  | { readonly type: 'cancel'; readonly id: string }
  | { readonly type: 'end'; readonly case_id: string; readonly trial: number }
  | { readonly type: 'shutdown' }
  /** Sent whether or not it was announced: the config asks for it. */
  | { readonly type: 'reset'; readonly id: string };

/**
 * The text of a line to the agent. U+0085, U+2028 and U+2029 are escaped: JSON allows them unescaped, but line readers of Node
 * (readline) and Python (splitlines) end a line there.
 */
export function encodeLine(line: TurnLine | ControlLine): string {
  const text = jsonText(line).replace(
    /[\u0085\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}

/** One parsed line of an agent's standard output. `invalid` without an id concerns the whole process. */
export type AgentLine =
  | { readonly kind: 'ready'; readonly concurrency: number; readonly accepts: ReadonlySet<string> }
  | { readonly kind: 'log'; readonly id: string | null; readonly text: string; readonly json: boolean }
  | { readonly kind: 'result'; readonly id: string; readonly fields: ResultFields }
  | { readonly kind: 'error'; readonly id: string; readonly fault: 'agent' | 'infra'; readonly message: string }
  | { readonly kind: 'reset'; readonly id: string }
  | { readonly kind: 'invalid'; readonly id: string | null; readonly problem: string };

/** Parses a line. Anything that is no JSON object, or answers no pending turn, is the agent's log. */
export function parseAgentLine(text: string, isPending: (id: string) => boolean): AgentLine {
  const value = text.trimStart().startsWith('{') ? jsonOrUndefined(text) : undefined;
  if (!isJsonObject(value)) return { kind: 'log', id: null, text, json: false };
  const type = value['type'] ?? 'result';
  if (type === 'ready' && value['id'] === undefined) return parseReady(value);
  const id = value['id'];
  if (typeof id !== 'string' || !isPending(id)) return { kind: 'log', id: null, text, json: true };
  const excess = boundsProblem(value);
  if (excess !== null) return { kind: 'invalid', id, problem: excess };
  switch (type) {
    case 'result':
      return parseResult(id, value);
    case 'error':
      return parseError(id, value);
    case 'reset':
      return { kind: 'reset', id };
    case 'log':
      return { kind: 'log', id, text: typeof value['message'] === 'string' ? value['message'] : text, json: false };
    default:
      return { kind: 'invalid', id, problem: `type ${valueWords(type)} is unknown; expected result, error or log` };
  }
}

const readySchema = z.looseObject({
  protocol: z.int().optional(),
  concurrency: z.int().min(1).max(1000).optional(),
  accepts: z.array(z.string()).max(20).optional(),
});

const errorSchema = z.looseObject({
  kind: z.enum(['agent', 'infra']).default('agent'),
  message: z.string().default(''),
});

function parseReady(value: JsonObject): AgentLine {
  const parsed = readySchema.safeParse(value);
  if (!parsed.success) return { kind: 'invalid', id: null, problem: `ready: ${describeIssues(parsed.error)}` };
  const { protocol = PROTOCOL, concurrency = 1, accepts = [] } = parsed.data;
  if (protocol !== PROTOCOL) {
    return { kind: 'invalid', id: null, problem: `ready: the agent speaks protocol ${protocol}, expected ${PROTOCOL}` };
  }
  return { kind: 'ready', concurrency, accepts: new Set(accepts) };
}

function parseResult(id: string, value: JsonObject): AgentLine {
  const parsed = resultFieldsSchema.safeParse(value);
  if (!parsed.success) return { kind: 'invalid', id, problem: describeIssues(parsed.error) };
  return { kind: 'result', id, fields: parsed.data };
}

function parseError(id: string, value: JsonObject): AgentLine {
  const parsed = errorSchema.safeParse(value);
  if (!parsed.success) return { kind: 'invalid', id, problem: describeIssues(parsed.error) };
  const { kind: fault, message } = parsed.data;
  return { kind: 'error', id, fault, message: message.trim() === '' ? 'it gave no message' : message };
}

function valueWords(value: Json): string {
  return cutEnd(jsonText(value), 60);
}
