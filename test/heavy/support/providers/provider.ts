import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { STORY, type StoryCall, type StoryStep } from '../story.ts';

/** One endpoint of a model provider, in that provider's words. */
export interface Provider {
  /** Path of the endpoint. */
  readonly path: string;
  /** What the request has said so far. */
  readonly progress: (body: JsonObject) => Progress;
  /** The body of an answer. */
  readonly answer: (step: NumberedStep) => JsonObject;
  /** The same answer as a stream. */
  readonly stream: (step: NumberedStep) => StreamedAnswer;
}

/** How far a conversation has come. */
export interface Progress {
  readonly user_texts: readonly string[];
  /** Results of tools since the user spoke last. */
  readonly results: readonly { readonly call_id: string | null; readonly text: string }[];
}

/** A step of the story; `index` counts from 0 through all turns. */
export type NumberedStep = StoryStep & { readonly index: number };

/** Body of a streamed answer. */
export interface StreamedAnswer {
  readonly type: 'text/event-stream' | 'application/x-ndjson';
  readonly text: string;
}

/** The step that comes next. @throws when the conversation is not that of the story. */
export function nextStep({ user_texts, results }: Progress): NumberedStep {
  const turn = STORY[user_texts.length - 1];
  if (turn === undefined || turn.input !== user_texts.at(-1))
    throw new Error(`unexpected texts of the user: ${JSON.stringify(user_texts)}`);
  let told = 0;
  for (const [position, step] of turn.steps.entries()) {
    if (told === results.length) {
      const before = STORY.slice(0, user_texts.length - 1).reduce((sum, { steps }) => sum + steps.length, 0);
      return { ...step, index: before + position };
    }
    for (const call of step.calls) expectResult(call, results);
    told += step.calls.length;
  }
  throw new Error(`${results.length} results since the user spoke last, which is no point of the story`);
}

/** The tool was really run, and its result (or failure) is in the request. */
function expectResult(call: StoryCall, results: Progress['results']): void {
  const found = results.find(
    ({ call_id, text }) => (call_id === null || call_id === call.id) && text.includes(call.result),
  );
  if (found === undefined) throw new Error(`no result of ${call.id} with ${call.result}: ${JSON.stringify(results)}`);
}

/** Elements of an array that are objects. */
export function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Text of content: a string, or the texts of its parts. */
export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : textOf(part['content'])))
    .join('');
}

/** Lines of a server-sent event stream, each event named by its `type` when it has one. */
export function events(list: readonly JsonObject[], end = ''): StreamedAnswer {
  const text = list.map((event) => {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return { type: 'text/event-stream', text: text.join('') + end };
}
