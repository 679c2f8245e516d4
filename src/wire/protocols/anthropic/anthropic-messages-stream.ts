import { isJsonObject, type JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';
import { type StreamedBlock, streamedBlocks } from '../format/streamed-blocks.ts';

/**
 * Combines the events of Messages. `message_start` has the input count; `message_delta` repeats every running total, so the
 * greater one counts. The output count of `message_start` is not the answer's and is ignored.
 */
export function messageBody(): BodyBuilder {
  const blocks = streamedBlocks(
    ({ type }) => stringOrNull(type)?.endsWith('tool_use') === true,
    ({ begun }) => Object.keys(objectOf(begun['input'])).length > 0,
    true,
  );
  let message: JsonObject = {};
  let usage: JsonObject = {};
  let stop: JsonObject = {};
  let ended = false;
  return {
    take(data, event) {
      const place = data['index'];
      switch (stringOrNull(data['type']) ?? event) {
        case 'message_start': {
          message = objectOf(data['message']);
          const { output_tokens: _, output_tokens_details: __, ...input } = objectOf(message['usage']);
          usage = input;
          return;
        }
        case 'content_block_start':
          blocks.begin(place, objectOf(data['content_block']));
          return;
        case 'content_block_stop':
          blocks.of(place).stopped = true;
          return;
        case 'content_block_delta': {
          const { type, text, partial_json: piece } = objectOf(data['delta']);
          if (type === 'text_delta') blocks.addText(place, text);
          if (type === 'input_json_delta') blocks.addInput(place, piece);
          return;
        }
        case 'message_delta':
          usage = greater(usage, objectOf(data['usage']));
          stop = { ...stop, ...objectOf(data['delta']) };
          return;
        case 'message_stop':
          ended = true;
      }
    },
    body: () => ({
      ...message,
      ...stop,
      type: 'message',
      content: [...objectsOf(message['content']), ...blocks.all().map(contentOf)],
      usage,
    }),
    state: () => (ended ? 'ended' : 'open'),
    mixesCalls: blocks.areMixed,
  };
}

function greater(counted: JsonObject, now: JsonObject): JsonObject {
  const counts: Record<string, JsonObject[string]> = { ...counted };
  for (const [name, value] of Object.entries(now)) {
    const [before, count] = [Number(counts[name] ?? 0), Number(value)];
    if (isJsonObject(value)) counts[name] = value;
    else if (value !== null && count >= 0) counts[name] = Math.max(before || 0, count);
  }
  return counts;
}

function contentOf({ begun: block, text, input }: StreamedBlock): JsonObject {
  if (input !== '') return { ...block, input };
  return text === null ? block : { type: 'text', ...block, text: (stringOrNull(block['text']) ?? '') + text };
}
