import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { type CallContext, type ChatAnswer, type ChatMessage, type ChatModel, ModelCallError } from '#wire/ports.ts';
import { type ToolAnswer, toolError } from './tool-answer.ts';

/** What stays the same during a trial. */
export interface Playing {
  readonly model: ChatModel;
  readonly system: string | null;
  readonly tools: readonly ToolSchema[];
  readonly seed: number | null;
}

/** One answered turn. */
export interface PlayedTurn {
  readonly output: string;
  /** In the order requested, `step` counted from 1. */
  readonly tool_calls: readonly ToolCall[];
  readonly finish: ChatAnswer['finish'];
}

/**
 * Calls the model, answers the tools that it calls, all those of one answer at once, and repeats until it calls none. Appends
 * every message to `conversation`, whose last message is the user's.
 *
 * @throws ModelCallError if the model gave no answer, or the turn is given up.
 */
export async function playTurn(
  { model, system, tools, seed }: Playing,
  conversation: ChatMessage[],
  answer: (call: RequestedCall) => Promise<ToolAnswer>,
  context: CallContext,
  signal: AbortSignal,
): Promise<PlayedTurn> {
  const made: ToolCall[] = [];
  for (let step = 1; ; step += 1) {
    const request = { system, messages: [...conversation], tools, seed };
    const { message, finish } = await untilAborted(model.complete(request, context, signal), signal);
    conversation.push(message);
    if (message.calls.length === 0) return { output: message.content, tool_calls: made, finish };
    const goesOn = finish === 'tool_calls';
    const work = Promise.all(message.calls.map((call) => (goesOn ? timeAnswer(() => answer(call)) : CUT_OFF)));
    const answers = await untilAborted(work, signal);
    for (const [place, call] of message.calls.entries()) {
      const reply = answers[place] ?? CUT_OFF;
      made.push(toolCallOf(call, goesOn ? reply : null, step));
      conversation.push(resultOf(call, reply.answer, place));
    }
    if (!goesOn) return { output: message.content, tool_calls: made, finish };
  }
}

/** A tool's answer, and the milliseconds until it. */
interface TimedAnswer {
  readonly answer: ToolAnswer;
  readonly duration_ms: number;
}

async function timeAnswer(ask: () => Promise<ToolAnswer>): Promise<TimedAnswer> {
  const start = performance.now();
  const answer = await ask();
  return { answer, duration_ms: Math.round(performance.now() - start) };
}

/** Every call needs a result before the conversation can continue, also one that was not carried out. */
const CUT_OFF: TimedAnswer = {
  answer: toolError('not carried out: the answer that asked for it was cut off'),
  duration_ms: 0,
};

function toolCallOf({ name, arguments: args }: RequestedCall, timedAnswer: TimedAnswer | null, step: number): ToolCall {
  if (timedAnswer === null) return { name, arguments: args, status: null, result: null, step };
  const { answer, duration_ms } = timedAnswer;
  return { name, arguments: args, status: answer.status, result: answer.result, step, duration_ms };
}

function resultOf({ id, name }: RequestedCall, { status, content }: ToolAnswer, place: number): ChatMessage {
  return { role: 'tool', call_id: id ?? `call_${place}`, name, content, is_error: status === 'error' };
}

/**
 * The result of some work, given up at once when the signal aborts.
 *
 * @throws ModelCallError if it does; otherwise what the work throws.
 */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(new ModelCallError('given up'));
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
