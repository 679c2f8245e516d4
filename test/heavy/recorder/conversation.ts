import type { Json, JsonObject } from '#common/json.ts';
import { lastUser, step } from '#test/testing/providers/rules.ts';
import type { ModelScript, ScriptAnswer } from '#test/testing/providers/script.ts';

/** Name of the only model; the prices below are its own. */
const MODEL = 'story-1';

/** Name of the model that embeds. */
const EMBEDDER = 'embed-1';

/** US dollars per million tokens. Cached tokens cost as others do, so that every provider's account comes to the same. */
export const PRICES = { [MODEL]: { input: 2, output: 10 }, [EMBEDDER]: { input: 2, output: 0 } };

const PRICE = PRICES[MODEL];

/** How agents of one way hand tool results back, as far as the record shows it. */
export interface Traits {
  /** The protocol can say that a tool failed (Anthropic's `is_error`). */
  readonly tells_failures?: boolean;
  /** `lookup_order` is an agent of its own that asks the model in a thread of its own. */
  readonly sub_agent?: boolean;
  /** Tokens of embeddings beside the conversation. */
  readonly embedded?: number;
}

/** What users say, in the order of turns; agents add ` [CASE#TRIAL]`, their mark. */
export const INPUTS: readonly string[] = ['Please refund order A1.', 'And where is order B2?'];

/** Finds the mark in any text. */
export const MARK = /[a-z0-9-]+#\d+/;

/**
 * The model: two tools requested at once of which one fails, another try, an answer; then a turn that needs one tool. Every
 * name, text and count carries the mark, so that trials which are mixed up are seen. Decides by the conversation alone.
 */
export const script: ModelScript = (request) => {
  const message = lastUser(request);
  const mark = MARK.exec(message)?.[0];
  if (mark === undefined) throw new Error(`no mark in: ${message}`);
  if (message.startsWith('Find ')) return spoken(subAgentSteps(orderOf(message)), step(request), mark);
  const turn = INPUTS.findIndex((input) => message.startsWith(input));
  return spoken(stepsOf(turn, mark), step(request), mark);
};

/** What the record of one turn (from 0) must hold. */
export function accountOf(turn: number, mark: string, traits: Traits): JsonObject {
  const { tells_failures = false, sub_agent = false, embedded = 0 } = traits;
  const threads = stepsOf(turn, mark).flatMap((own) => [own, ...(sub_agent ? own.calls.flatMap(subThread) : [])]);
  const used = threads.map((step) => usageOf(step.index, mark));
  const input_tokens = used.reduce((sum, usage) => sum + usage.input, embedded);
  const output_tokens = used.reduce((sum, usage) => sum + usage.output, 0);
  return {
    output: stepsOf(turn, mark).at(-1)?.text ?? null,
    steps: threads.length,
    usage: {
      input_tokens,
      output_tokens,
      total_tokens: input_tokens + output_tokens,
      cost_usd: rounded((input_tokens * PRICE.input + output_tokens * PRICE.output) / 1e6),
      estimated: false,
      models: embedded > 0 ? [EMBEDDER, MODEL] : [MODEL],
    },
    tool_calls: threads.flatMap((own, index) =>
      own.calls.map(({ fails, ...call }) => ({
        ...call,
        status: fails && tells_failures ? 'error' : 'ok',
        step: index + 1,
      })),
    ),
  };
}

interface Step {
  /** Number of this step in the script: no two use the same tokens. */
  readonly index: number;
  readonly text: string;
  readonly calls: readonly StepCall[];
}

interface StepCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  readonly fails: boolean;
}

function stepsOf(turn: number, mark: string): readonly Step[] {
  const [first, second] = [`A1.${mark}`, `B2.${mark}`];
  return turn === 0
    ? [
        {
          index: 0,
          text: `Let me look at ${first} first.`,
          calls: [lookup(first), refund(first, 19.99, 'Error: at most 10.00', true)],
        },
        { index: 1, text: '', calls: [refund(first, 9.5, `refunded 9.50 for ${first}`)] },
        { index: 2, text: `I have refunded 9.50 for ${first}.`, calls: [] },
      ]
    : [
        { index: 3, text: '', calls: [lookup(second)] },
        { index: 4, text: `Order ${second} is on its way.`, calls: [] },
      ];
}

function subAgentSteps(order_id: string): readonly Step[] {
  const read = { name: 'read_database', arguments: { order_id }, result: `row of ${order_id}`, fails: false };
  return [
    { index: 5, text: '', calls: [read] },
    { index: 6, text: `order ${order_id}: on its way`, calls: [] },
  ];
}

function subThread({ name, arguments: { order_id } }: StepCall): readonly Step[] {
  return name === 'lookup_order' ? subAgentSteps(String(order_id)) : [];
}

function lookup(order_id: string): StepCall {
  return { name: 'lookup_order', arguments: { order_id }, result: `order ${order_id}: on its way`, fails: false };
}

function refund(order_id: string, amount: number, result: string, fails = false): StepCall {
  return { name: 'issue_refund', arguments: { order_id, amount }, result, fails };
}

function orderOf(message: string): string {
  return new RegExp(`[A-Z]\\d\\.${MARK.source}`).exec(message)?.[0] ?? '';
}

function spoken(steps: readonly Step[], number: number, mark: string): ScriptAnswer {
  const own = steps[number - 1];
  if (own === undefined) throw new Error(`${mark} asks for more than its ${steps.length} steps`);
  return {
    text: own.text,
    calls: own.calls.map(({ name, arguments: args }) => ({ name, arguments: args })),
    usage: usageOf(own.index, mark),
  };
}

function usageOf(index: number, mark: string) {
  const trial = Number(mark.split('#')[1]);
  return { input: 1000 * trial + 100 + index, output: 30 + 2 ** index, cache_read: 40, reasoning: 12 };
}

/** US dollars without the last digits, which depend on the order of additions. */
export function rounded(cost_usd: number | null | undefined): number | null {
  return cost_usd == null ? null : Math.round(cost_usd * 1e9) / 1e9;
}
