import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import { placedBlocks } from '../format/placed-blocks.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';

/** Combines the events of ConverseStream; the last one, `metadata`, has the counts. */
export function converseBody(): BodyBuilder {
  const blocks = placedBlocks<StreamedBlock>(waitsForInput);
  let rest: JsonObject = {};
  let state: ReturnType<BodyBuilder['state']> = 'open';
  return {
    take(data, event) {
      switch (event) {
        case 'contentBlockStart':
          blocks.begin(data['contentBlockIndex'], emptyBlock(objectOf(data['start'])));
          return;
        case 'contentBlockStop':
          blocks.at(data['contentBlockIndex'], emptyBlock).stopped = true;
          return;
        case 'contentBlockDelta':
          addDelta(blocks.at(data['contentBlockIndex'], emptyBlock), objectOf(data['delta']));
          return;
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
    mixesCalls: () => blocks.overlap() || blocks.all().some(({ strays }) => strays),
  };
}

interface StreamedBlock {
  readonly start: JsonObject;
  text: string | null;
  /** Input of a tool, JSON text in pieces. */
  input: string;
  /** What a tool returned that the provider runs itself. */
  readonly results: Json[];
  stopped: boolean;
  /** A piece of input came that can't belong to this block: it takes none, or already had all. */
  strays: boolean;
}

function emptyBlock(start: JsonObject = {}): StreamedBlock {
  return { start, text: null, input: '', results: [], stopped: false, strays: false };
}

function waitsForInput({ start, input, stopped }: StreamedBlock): boolean {
  return !stopped && isJsonObject(start['toolUse']) && jsonOrUndefined(input) === undefined;
}

function addDelta(block: StreamedBlock, { text, toolUse, toolResult }: JsonObject): void {
  if (typeof text === 'string') block.text = (block.text ?? '') + text;
  if (isJsonObject(toolUse)) {
    const input = stringOrNull(toolUse['input']) ?? '';
    block.strays ||= input.trim() !== '' && !waitsForInput(block);
    block.input += input;
  }
  if (Array.isArray(toolResult)) block.results.push(...toolResult);
}

function contentOf({ start, text, input, results }: StreamedBlock): JsonObject {
  const { toolUse, toolResult } = start;
  if (isJsonObject(toolResult)) return { toolResult: { ...toolResult, content: results } };
  if (isJsonObject(toolUse)) return { toolUse: { ...toolUse, input: readArguments(input === '' ? '{}' : input) } };
  return text === null ? start : { text };
}
