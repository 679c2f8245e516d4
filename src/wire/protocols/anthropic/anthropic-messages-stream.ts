import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { placedBlocks } from '../format/placed-blocks.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';

/**
 * Combines the events of Messages. `message_start` has the input count; `message_delta` repeats every running total, so the
 * greater one counts. The output count of `message_start` is not the answer's and is ignored.
 */
export function messageBody(): BodyBuilder {
  const blocks = placedBlocks<StreamedBlock>(waitsForInput);
  let message: JsonObject = {};
  let usage: JsonObject = {};
  let stop: JsonObject = {};
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
          blocks.begin(data['index'], { ...emptyBlock(), begun: objectOf(data['content_block']) });
          return;
        case 'content_block_stop':
          blocks.at(data['index'], emptyBlock).stopped = true;
          return;
        case 'content_block_delta':
          addDelta(blocks.at(data['index'], emptyBlock), objectOf(data['delta']));
          return;
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
    mixesCalls: () => blocks.overlap() || blocks.all().some(({ strays }) => strays),
  };
}

interface StreamedBlock {
  readonly begun: JsonObject;
  text: string;
  /** Input of a tool, JSON text in pieces. */
  json: string;
  stopped: boolean;
  /** A piece of input came that can't belong to this block: it takes none, or already had all. */
  strays: boolean;
}

function emptyBlock(): StreamedBlock {
  return { begun: { type: 'text', text: '' }, text: '', json: '', stopped: false, strays: false };
}

function waitsForInput({ begun: block, json, stopped }: StreamedBlock): boolean {
  const isWhole = stopped || jsonOrUndefined(json) !== undefined || Object.keys(objectOf(block['input'])).length > 0;
  return takesInput(block) && !isWhole;
}

function takesInput(block: JsonObject): boolean {
  return stringOrNull(block['type'])?.endsWith('tool_use') === true;
}

function addDelta(block: StreamedBlock, delta: JsonObject): void {
  if (delta['type'] === 'text_delta') block.text += stringOrNull(delta['text']) ?? '';
  if (delta['type'] !== 'input_json_delta') return;
  const json = stringOrNull(delta['partial_json']) ?? '';
  const takesMore = takesInput(block.begun) && !block.stopped && jsonOrUndefined(block.json) === undefined;
  block.strays ||= json.trim() !== '' && !takesMore;
  block.json += json;
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

function contentOf({ begun: block, text, json }: StreamedBlock): JsonObject {
  if (json !== '') return { ...block, input: json };
  return text === '' ? block : { ...block, text: (stringOrNull(block['text']) ?? '') + text };
}
