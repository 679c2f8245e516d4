import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';
import { type StreamedBlock, streamedBlocks } from '../format/streamed-blocks.ts';

/** Combines the events of ConverseStream; the last one, `metadata`, has the counts. */
export function converseBody(): BodyBuilder {
  const blocks = streamedBlocks(({ toolUse }) => isJsonObject(toolUse));
  let rest: JsonObject = {};
  let state: ReturnType<BodyBuilder['state']> = 'open';
  return {
    take(data, event) {
      const place = data['contentBlockIndex'];
      switch (event) {
        case 'contentBlockStart':
          blocks.begin(place, objectOf(data['start']));
          return;
        case 'contentBlockStop':
          blocks.of(place).stopped = true;
          return;
        case 'contentBlockDelta': {
          const { text, toolUse, toolResult } = objectOf(data['delta']);
          const block = blocks.of(place);
          if (typeof text === 'string') blocks.addText(place, text);
          if (isJsonObject(toolUse)) blocks.addInput(place, toolUse['input']);
          // What a tool returned that the provider runs itself.
          if (Array.isArray(toolResult)) block.more = { content: [...listOf(block.more['content']), ...toolResult] };
          return;
        }
        case 'messageStop':
          rest = { ...rest, ...data };
          state = 'whole';
          return;
        case 'metadata':
          rest = { ...rest, ...data };
          if (state === 'whole') state = 'ended';
      }
    },
    body: () => ({ ...rest, output: { message: { role: 'assistant', content: blocks.all().map(contentOf) } } }),
    state: () => state,
    mixesCalls: blocks.areMixed,
  };
}

function contentOf({ begun, text, input, more }: StreamedBlock): JsonObject {
  const { toolUse, toolResult } = begun;
  if (isJsonObject(toolResult)) return { toolResult: { ...toolResult, content: listOf(more['content']) } };
  if (isJsonObject(toolUse)) return { toolUse: { ...toolUse, input: readArguments(input === '' ? '{}' : input) } };
  return text === null ? begun : { text };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
