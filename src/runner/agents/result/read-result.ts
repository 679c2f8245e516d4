import { cutEnd } from '#common/cut.ts';
import { canonicalJson, type Json, type JsonObject } from '#common/json.ts';
import type { SentConversation } from '#trials/messages/own-part.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import { readMessages } from '#trials/messages/read-messages.ts';
import { readUsage } from '#trials/messages/read-usage.ts';
import { boundsProblem } from '#trials/messages/value-bounds.ts';
import type { PlanStep, ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import { MAX_TOOL_NAME, type PlanFields, type ResultFields, type ToolCallFields } from './result-fields.ts';

/** What a turn's result says, without the facts that we know ourselves. */
export type TurnAccount = Omit<TurnRecord, 'turn' | 'input' | 'latency_ms'>;

/** A parsed result line, or its problem, a sentence part. */
export type ResultReading =
  | {
      readonly kind: 'read';
      readonly account: TurnAccount;
      /** Where the tool calls come from: `tool_calls` or `messages`, or only the names in `metadata`; `null`: nowhere. */
      readonly calls_from: 'agent' | 'metadata' | null;
    }
  | { readonly kind: 'unreadable'; readonly problem: string };

/**
 * Reads a result line. Explicit fields (`tool_calls`, `usage`, `output`) take precedence over what `messages` show, and those
 * over `metadata.tools_used`, `tool_call_count`, `input_tokens` and `output_tokens`. Messages that can't be read are a problem
 * only if the tool calls would have to come from them. Counts in messages and metadata that are out of bounds count as missing.
 * Names and arguments must keep the bounds of a result line wherever they come from: arguments given as JSON text are parsed
 * here for the first time.
 */
export function readResult(
  fields: ResultFields,
  conversation: SentConversation,
  previous: readonly JsonObject[] | null,
): ResultReading {
  const problem = missingField(fields);
  if (problem !== null) return { kind: 'unreadable', problem };
  const reading = fields.messages == null ? null : readMessages(fields.messages, conversation, previous);
  if (reading?.kind === 'unreadable' && fields.tool_calls == null) return reading;
  const reported = reading?.kind === 'read' ? reading.account : null;
  const metadata = fields.metadata ?? null;
  const reportedCalls = fields.tool_calls?.map(toolCall) ?? reported?.tool_calls ?? null;
  const tool_calls = reportedCalls ?? toolsUsed(metadata);
  const plan = fields.plan == null ? null : planSteps(fields.plan);
  const excess = callsProblem(tool_calls ?? [], 'tool_calls') ?? callsProblem(plan ?? [], 'plan');
  if (excess !== null) return { kind: 'unreadable', problem: excess };
  return {
    kind: 'read',
    calls_from: reportedCalls !== null ? 'agent' : tool_calls !== null ? 'metadata' : null,
    account: {
      output: fields.output === undefined ? (reported?.output ?? null) : outputText(fields.output),
      tool_calls,
      plan,
      metadata,
      state: fields.state ?? null,
      retrieved: fields.retrieved?.map((item) => String(typeof item === 'object' ? item.id : item)) ?? null,
      usage: readUsage(fields.usage ?? undefined) ?? reported?.usage ?? readUsage(metadata ?? undefined),
      steps: fields.steps ?? reported?.steps ?? null,
    },
  };
}

/** What a result lacks to be valid: content (output, plan, messages or tool calls), and names. `null`: nothing. */
export function missingField(fields: ResultFields): string | null {
  if (fields.output !== undefined || fields.plan != null || fields.messages != null || fields.tool_calls != null) {
    const unnamed = fields.tool_calls?.findIndex((call) => nameOf(call) === undefined) ?? -1;
    if (unnamed !== -1) return `tool_calls[${unnamed}].name: expected a string`;
    const blank = fields.plan == null ? -1 : stepsOf(fields.plan).findIndex((step) => nameOf(step) === undefined);
    return blank === -1 ? null : `plan[${blank}].tool: expected a string`;
  }
  return `the result has no "output" (a planning agent may give "plan" instead)${foundInstead(Object.keys(fields))}`;
}

/** What is there in place of the output: its likely name, or all fields. */
function foundInstead(fields: readonly string[]): string {
  const reported = fields.filter((field) => field !== 'id' && field !== 'type');
  if (reported.length === 0) return '; it has no fields at all';
  const [likelyName] = reported.filter((field) => OTHER_NAMES.includes(field.toLowerCase()));
  const names = reported.slice(0, MOST_NAMED).map((field) => JSON.stringify(cutEnd(field, 60)));
  const hint = `; it has ${names.join(', ')}${reported.length > MOST_NAMED ? ' and more' : ''}`;
  return likelyName === undefined ? hint : `${hint}: rename ${JSON.stringify(likelyName)} to "output"`;
}

const MOST_NAMED = 8;

/** Other names for the output. */
const OTHER_NAMES = ['output', 'answer', 'response', 'reply', 'text', 'content', 'result', 'message', 'completion'];

/** Checks the list as a stored turn has it, so that what is accepted here can be read again from a recording. */
function callsProblem(calls: readonly PlanStep[], field: string): string | null {
  const long = calls.findIndex(({ name }) => name.length > MAX_TOOL_NAME);
  if (long !== -1) return `${field}[${long}].name: expected the name of a tool, at most ${MAX_TOOL_NAME} characters`;
  const problem = boundsProblem({ [field]: calls.map(({ arguments: args }): Json => ({ arguments: args })) });
  return problem === null ? null : `${field}, the arguments as read: ${problem}`;
}

function outputText(output: Json): string | null {
  return output === null || typeof output === 'string' ? output : canonicalJson(output);
}

interface Named {
  readonly name?: string | undefined;
  readonly tool?: string | undefined;
  readonly function?: { readonly name: string } | undefined;
}

function nameOf(item: Named): string | undefined {
  return item.name ?? item.tool ?? item.function?.name;
}

function toolCall(fields: ToolCallFields): ToolCall {
  const result = fields.result ?? null;
  return {
    name: nameOf(fields) ?? '',
    arguments: readArguments(fields.arguments ?? fields.args ?? fields.function?.arguments),
    status: statusOf(fields.status ?? null, result),
    result,
    step: fields.step ?? null,
    ...(typeof fields.duration_ms === 'number' && { duration_ms: fields.duration_ms }),
  };
}

function statusOf(status: ToolCallFields['status'], result: Json): ToolCall['status'] {
  switch (status) {
    case 'ok':
    case 'success':
    case 'completed':
      return 'ok';
    case 'error':
    case 'failed':
      return 'error';
    case 'pending':
      return null;
    default:
      return result === null ? null : 'ok';
  }
}

function stepsOf(plan: PlanFields) {
  return Array.isArray(plan) ? plan : plan.steps;
}

function planSteps(plan: PlanFields): readonly PlanStep[] {
  return stepsOf(plan).map((step) => ({
    name: nameOf(step) ?? '',
    arguments: readArguments(step.arguments ?? step.args),
  }));
}

/** Names without arguments. A count without names does not say which tools, unless it is 0. */
function toolsUsed(metadata: JsonObject | null): readonly ToolCall[] | null {
  const used = metadata?.['tools_used'];
  if (Array.isArray(used) && used.every((name: Json) => typeof name === 'string')) {
    return used.map((name: string) => ({ name, arguments: {}, status: null, result: null, step: null }));
  }
  return metadata?.['tool_call_count'] === 0 ? [] : null;
}
