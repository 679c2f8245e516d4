import type { JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { messageBody } from '../anthropic/anthropic-messages-stream.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';
import { chatBody } from '../openai/openai-chat-stream.ts';
import { converseBody } from './bedrock-converse-stream.ts';

/** Bedrock's own counts: in a streamed answer's last piece, and added to a whole answer from its headers. */
export const INVOCATION_METRICS = 'amazon-bedrock-invocationMetrics';

/**
 * Combines the pieces of a streamed InvokeModel. The first piece of a known shape decides; those before it (pings, reports of
 * filters) have nothing of the answer. The last one has Bedrock's counts.
 */
export function invokedBody(): BodyBuilder {
  const plain = textBody();
  let builder = plain;
  let metrics: JsonObject = {};
  return {
    take(data) {
      if (builder === plain) builder = builderFor(data) ?? plain;
      const reported = data[INVOCATION_METRICS];
      if (reported !== undefined) metrics = { [INVOCATION_METRICS]: reported };
      const [[name, inner] = []] = Object.entries(data);
      // Nova's pieces are those of ConverseStream, each below its name.
      const isNamed = typeof data['type'] !== 'string' && CONVERSE.test(name ?? '');
      if (isNamed) builder.take(objectOf(inner), name ?? null);
      else builder.take(data, stringOrNull(data['type']));
    },
    body: () => ({ ...builder.body(), ...metrics }),
    state: () => {
      const state = builder.state();
      return state === 'whole' && INVOCATION_METRICS in metrics ? 'ended' : state;
    },
    mixesCalls: () => builder.mixesCalls?.() === true,
  };
}

const CONVERSE = /^(?:messageStart|contentBlock(?:Start|Delta|Stop)|messageStop|metadata)$/;

function builderFor(data: JsonObject): BodyBuilder | null {
  if (Object.keys(data).some((name) => CONVERSE.test(name))) return converseBody();
  if (data['type'] === 'message_start') return messageBody();
  return objectsOf(data['choices']).some(({ delta }) => delta !== undefined) ? chatBody() : null;
}

/** Pieces of one text. */
function textBody(): BodyBuilder {
  let text = '';
  let last: JsonObject = {};
  let whole = false;
  return {
    take(piece) {
      text += textIn(piece) ?? '';
      last = { ...last, ...piece };
      const merged = { ...firstOf(piece), ...piece };
      whole ||= ENDS.some((name) => stringOrNull(merged[name]) !== null) || INVOCATION_METRICS in piece;
    },
    body: () => ({ ...last, generation: text }),
    state: () => (whole ? 'whole' : 'open'),
  };
}

/** The text of a model that completes a prompt (Llama, Mistral, Titan, Cohere, Jurassic, DeepSeek); `null`: there is none. */
export function textIn(body: JsonObject): string | null {
  const merged = { ...firstOf(body), ...body };
  return TEXTS.map((name) => stringOrNull(merged[name])).find((text) => text !== null) ?? null;
}

function firstOf({ outputs, results, choices }: JsonObject): JsonObject {
  return [outputs, results, choices].flatMap(objectsOf)[0] ?? {};
}

const TEXTS = ['generation', 'completion', 'outputText', 'text'];
const ENDS = ['stop_reason', 'finish_reason', 'completionReason'];
