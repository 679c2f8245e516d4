import type { Json, JsonObject } from '#common/json.ts';

/** A tool call as the model of the story requests it, and what the tool does. */
export interface StoryCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /** What the tool returns, or the message it fails with. */
  readonly result: string;
  readonly fails: boolean;
}

/** One model call. Counts are tokens; `fresh` input is what was neither read from nor written to a cache. */
export interface StoryStep {
  readonly text: string;
  readonly calls: readonly StoryCall[];
  readonly usage: {
    readonly fresh: number;
    readonly cache_read: number;
    readonly cache_write: number;
    readonly output: number;
    /** Part of `output`. */
    readonly reasoning: number;
  };
}

/** One turn of the user with the model calls that answer it. */
export interface StoryTurn {
  readonly input: string;
  readonly steps: readonly StoryStep[];
}

/**
 * The conversation that every real peer plays: two tools requested at once of which one fails, another try, an answer;
 * then a second turn that needs the memory of the first.
 */
export const STORY: readonly StoryTurn[] = [
  {
    input: 'Please refund order A1.',
    steps: [
      step(0, 'Let me look.', [
        call('call_1', 'lookup_order', { order_id: 'A1' }, 'order A1: delivered'),
        call('call_2', 'issue_refund', { order_id: 'A1', amount: 19.99 }, 'refused: at most 10.00', true),
      ]),
      step(1, '', [call('call_3', 'issue_refund', { order_id: 'A1', amount: 9.5 }, 'refunded 9.50')]),
      step(2, 'Refunded 9.50 for order A1.', []),
    ],
  },
  {
    input: 'And where is B2?',
    steps: [
      step(3, '', [call('call_4', 'lookup_order', { order_id: 'B2' }, 'order B2: on its way')]),
      step(4, 'Order B2 is on its way.', []),
    ],
  },
];

/** What a trajectory must hold for one turn of the story. `tells_failures`: the format can say that a tool failed. */
export function accountOf(turn: StoryTurn, tellsFailures: boolean): Json {
  const { input_tokens, output_tokens } = usageOf(turn);
  return {
    output: turn.steps.at(-1)?.text ?? null,
    steps: turn.steps.length,
    usage: {
      input_tokens,
      output_tokens,
      total_tokens: input_tokens + output_tokens,
      cost_usd: null,
      estimated: false,
    },
    tool_calls: turn.steps.flatMap((step, index) =>
      step.calls.map((request) => ({
        name: request.name,
        arguments: request.arguments,
        status: request.fails && tellsFailures ? 'error' : 'ok',
        step: index + 1,
      })),
    ),
  };
}

/** Tokens of a turn: cache reads and writes are input, reasoning is output. */
function usageOf(turn: StoryTurn): { readonly input_tokens: number; readonly output_tokens: number } {
  return {
    input_tokens: turn.steps.reduce((sum, { usage }) => sum + inputOf(usage), 0),
    output_tokens: turn.steps.reduce((sum, { usage }) => sum + usage.output, 0),
  };
}

/** All input tokens of one model call. */
export function inputOf(usage: StoryStep['usage']): number {
  return usage.fresh + usage.cache_read + usage.cache_write;
}

function step(index: number, text: string, calls: readonly StoryCall[]): StoryStep {
  const usage = { fresh: 100 + 10 * index, cache_read: 40, cache_write: index === 0 ? 7 : 0, output: 30 + index };
  return { text, calls, usage: { ...usage, reasoning: 12 } };
}

function call(id: string, name: string, args: JsonObject, result: string, fails = false): StoryCall {
  return { id, name, arguments: args, result, fails };
}
