import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { stringOrNull } from '#domain/messages/content-text.ts';
import { objectOf } from '../read-body.ts';
import type { BodyBuilder } from '../stream-reader.ts';

/**
 * Combines the events of Messages. `message_start` has the input count; `message_delta` repeats every running total, so the
 * greater one counts. The output count of `message_start` is not the answer's and is ignored.
 */
export function messageBody(): BodyBuilder {
  const blocks = new Map<number, StreamedBlock>();
  let message: JsonObject = {};
  let usage: JsonObject = {};
  let ended = false;
  return {
    take(data, event) {
      switch (stringOrNull(data['type']) ?? event) {
        case 'message_start': {
          message = objectOf(data['message']);
          const { output_tokens: _, output_tokens_details: __, ...input } = objectOf(message['usage']);
          usage = input;
          return;
        }
        case 'content_block_start':
          blocks.set(placeOf(data, blocks), { given: objectOf(data['content_block']), text: '', json: '' });
          return;
        case 'content_block_delta':
          addDelta(blocks, data);
          return;
        case 'message_delta':
          usage = greater(usage, objectOf(data['usage']));
          return;
        case 'message_stop':
          ended = true;
      }
    },
    body: () => ({ ...message, type: 'message', content: contentOf(blocks), usage }),
    state: () => (ended ? 'ended' : 'open'),
  };
}

interface StreamedBlock {
  readonly given: JsonObject;
  text: string;
  /** Input of a tool, JSON text in pieces. */
  json: string;
}

function placeOf(data: JsonObject, blocks: ReadonlyMap<number, StreamedBlock>): number {
  return typeof data['index'] === 'number' ? data['index'] : blocks.size;
}

function addDelta(blocks: Map<number, StreamedBlock>, data: JsonObject): void {
  const index = typeof data['index'] === 'number' ? data['index'] : blocks.size - 1;
  const block: StreamedBlock = blocks.get(index) ?? { given: { type: 'text', text: '' }, text: '', json: '' };
  const delta = objectOf(data['delta']);
  if (delta['type'] === 'text_delta') block.text += stringOrNull(delta['text']) ?? '';
  if (delta['type'] === 'input_json_delta') block.json += stringOrNull(delta['partial_json']) ?? '';
  blocks.set(index, block);
}

function greater(counted: JsonObject, now: JsonObject): JsonObject {
  const counts: Record<string, JsonObject[string]> = { ...counted };
  for (const [name, value] of Object.entries(now)) {
    const before = counts[name];
    if (typeof value === 'number') counts[name] = typeof before === 'number' ? Math.max(before, value) : value;
    else if (isJsonObject(value)) counts[name] = value;
  }
  return counts;
}

function contentOf(blocks: ReadonlyMap<number, StreamedBlock>): readonly JsonObject[] {
  return [...blocks]
    .toSorted(([one], [other]) => one - other)
    .map(([, { given, text, json }]) => {
      if (json !== '') return { ...given, input: json };
      return text === '' ? given : { ...given, text: (stringOrNull(given['text']) ?? '') + text };
    });
}
