import { expect } from 'vitest';
import { isJsonObject, type Json } from '#common/json.ts';
import { answerOf, type FixtureTool } from '#test/fixtures/agents/tool-loop/tools.mjs';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { ToolCall, TurnRecord, Usage } from '#trials/trial/trajectory.ts';
import type { Account } from './model-agents.ts';
import { finalWords, usageOf, WANTED, type WantedCall } from './scripted-conversations.ts';

/** A turn as every agent kind gives it, without its latency. */
export type TurnEssence = Omit<TurnRecord, 'latency_ms'>;

/** The turns of a plan, worked out from the script and the tools alone; `account` says what this agent can't tell. */
export function expectedTurns(
  plan: TrialPlan,
  tools: readonly FixtureTool[],
  account: Account,
): readonly TurnEssence[] {
  const inputs = plan.case.history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  let before = plan.case.history.findLast(({ role }) => role === 'assistant')?.content ?? null;
  return plan.case.turns.map(({ input }, at) => {
    const wanted = WANTED[input] ?? [];
    const heard = wanted.flat().map(({ name, arguments: args }) => answerOf(name, args, tools, at + 1).content);
    inputs.push(input);
    const output = finalWords(heard, inputs, before);
    before = output;
    const calls = wanted.flatMap((step, number) =>
      step.map((call) => toolCall(call, at + 1, number + 1, tools, account)),
    );
    return {
      ...UNTOLD,
      turn: at + 1,
      input,
      output,
      ...(calls.length === 0 && tools.length === 0 && account.no_tools === 'unknown'
        ? NOT_OFFERED
        : { tool_calls: calls }),
      usage: usage(wanted.length + 1, account),
      steps: wanted.length + 1,
      response_ids_hash: idsHash(wanted.length + 1),
    };
  });
}

/** How far a turn came that broke off. */
export interface Broken {
  /** Answers that the model gave before. */
  readonly answered: number;
  /** Whether the provider said what all calls cost, the last one included. */
  readonly counted: boolean;
}

/** The last turn of a plan, broken off. Results of the last answer's calls were handed back all the same. */
export function brokenTurn(
  plan: TrialPlan,
  { answered, counted }: Broken,
  tools: readonly FixtureTool[],
  account: Account,
): TurnEssence {
  const { input = '' } = plan.case.turns.at(-1) ?? {};
  const turn = plan.case.turns.length;
  const wanted = (WANTED[input] ?? []).slice(0, answered);
  return {
    ...UNTOLD,
    turn,
    input,
    output: null,
    tool_calls: wanted.flatMap((calls, step) => calls.map((call) => toolCall(call, turn, step + 1, tools, account))),
    usage: counted ? usage(answered, account) : null,
    steps: answered,
    response_ids_hash: idsHash(answered),
  };
}

const NOT_OFFERED = { tool_calls: null, calls_unknown: 'not_offered' } as const;

const UNTOLD = { plan: null, metadata: null, state: null, retrieved: null };

function toolCall(
  { name, arguments: args }: WantedCall,
  turn: number,
  step: number,
  tools: readonly FixtureTool[],
  { failures, results }: Account,
): ToolCall {
  const { failed, content } = answerOf(name, args, tools, turn);
  const status = failed && failures === 'told' ? 'error' : 'ok';
  return { name, arguments: args, status, result: results === 'values' && !failed ? valueIn(content) : content, step };
}

/** The tools of these tests answer text that is no JSON, or JSON of an object or a list. */
function valueIn(content: string): Json {
  try {
    const value: Json = JSON.parse(content);
    return isJsonObject(value) || Array.isArray(value) ? value : content;
  } catch {
    return content;
  }
}

/** Which ids there are is the provider's affair: here it is only whether they are kept. */
function idsHash(calls: number): string | null {
  return calls > 0 ? expect.stringMatching(/^[0-9a-f]{64}$/) : null;
}

function usage(calls: number, { parts }: Account): Usage {
  if (calls === 0) return { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost_usd: null, estimated: false };
  const each = Array.from({ length: calls }, (_, at) => usageOf(at + 1));
  const sum = (part: keyof ReturnType<typeof usageOf>) => each.reduce((total, counts) => total + counts[part], 0);
  return {
    input_tokens: sum('input'),
    output_tokens: sum('output'),
    total_tokens: sum('input') + sum('output'),
    cost_usd: null,
    estimated: false,
    ...(parts.includes('cache_read') && { cache_read_tokens: sum('cache_read') }),
    ...(parts.includes('cache_write') && { cache_write_tokens: sum('cache_write') }),
    ...(parts.includes('reasoning') && { reasoning_tokens: sum('reasoning') }),
    models: ['scripted-model'],
  };
}
