import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { stringOrNull } from '#domain/messages/content-text.ts';
import { readArguments } from '#domain/messages/read-arguments.ts';
import { objectOf } from '../read-body.ts';
import type { BodyBuilder } from '../stream-reader.ts';

/** Combines the events of ConverseStream; the last one, `metadata`, has the counts. */
export function converseBody(): BodyBuilder {
  const blocks = new Map<number, StreamedBlock>();
  let rest: JsonObject = {};
  let state: ReturnType<BodyBuilder['state']> = 'open';
  return {
    take(data, event) {
      switch (event) {
        case 'contentBlockStart':
          blockAt(data, blocks).start = objectOf(data['start']);
          return;
        case 'contentBlockDelta':
          addDelta(blockAt(data, blocks), objectOf(data['delta']));
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
    body: () => ({ ...rest, output: { message: { role: 'assistant', content: contentOf(blocks) } } }),
    state: () => state,
  };
}

interface StreamedBlock {
  start: JsonObject;
  text: string | null;
  /** Input of a tool, JSON text in pieces. */
  input: string;
  /** What a tool returned that the provider runs itself. */
  readonly results: Json[];
}

function blockAt({ contentBlockIndex: at }: JsonObject, blocks: Map<number, StreamedBlock>): StreamedBlock {
  const index = typeof at === 'number' ? at : Math.max(0, blocks.size - 1);
  const known = blocks.get(index) ?? { start: {}, text: null, input: '', results: [] };
  blocks.set(index, known);
  return known;
}

function addDelta(block: StreamedBlock, { text, toolUse, toolResult }: JsonObject): void {
  if (typeof text === 'string') block.text = (block.text ?? '') + text;
  if (isJsonObject(toolUse)) block.input += stringOrNull(toolUse['input']) ?? '';
  if (Array.isArray(toolResult)) block.results.push(...toolResult);
}

function contentOf(blocks: ReadonlyMap<number, StreamedBlock>): readonly JsonObject[] {
  return [...blocks]
    .toSorted(([one], [other]) => one - other)
    .map(([, { start, text, input, results }]) => {
      const { toolUse, toolResult } = start;
      if (isJsonObject(toolResult)) return { toolResult: { ...toolResult, content: results } };
      if (isJsonObject(toolUse)) return { toolUse: { ...toolUse, input: readArguments(input === '' ? '{}' : input) } };
      return text === null ? start : { text };
    });
}
