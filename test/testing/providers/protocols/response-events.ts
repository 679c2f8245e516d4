import type { JsonObject } from '../json.ts';
import { objects, stringOr } from '../read-json.ts';
import { eventFrame, pieces } from './frames.ts';

/** The events of a streamed response, numbered from 0. */
export function responseEvents(
  items: readonly JsonObject[],
  { begin, end }: { begin: JsonObject; end: JsonObject },
): readonly string[] {
  return [
    { type: 'response.created', response: begin },
    { type: 'response.in_progress', response: begin },
    ...items.flatMap(itemEvents),
    { type: `response.${stringOr(end['status'], 'completed')}`, response: end },
  ].map((event, index) => eventFrame({ ...event, sequence_number: index }));
}

function itemEvents(item: JsonObject, output_index: number): readonly JsonObject[] {
  const place = { item_id: item['id'] ?? '', output_index };
  return [
    { type: 'response.output_item.added', output_index, item: unfilled(item) },
    ...contentEvents(item, place),
    { type: 'response.output_item.done', output_index, item },
  ];
}

function unfilled(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
    default:
      return { ...item, summary: [] };
  }
}

function contentEvents(item: JsonObject, place: JsonObject): readonly JsonObject[] {
  switch (item['type']) {
    case 'function_call': {
      const text = stringOr(item['arguments'], '');
      return [
        ...pieces(text).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
        { type: 'response.function_call_arguments.done', ...place, name: item['name'] ?? '', arguments: text },
      ];
    }
    case 'reasoning':
      return objects(item['summary']).flatMap((part, summary_index) =>
        partEvents(part, { ...place, summary_index }, 'reasoning_summary_part', 'reasoning_summary_text', 'text', {}),
      );
    default:
      return objects(item['content']).flatMap((part, content_index) =>
        part['type'] === 'refusal'
          ? partEvents(part, { ...place, content_index }, 'content_part', 'refusal', 'refusal', {})
          : partEvents(part, { ...place, content_index }, 'content_part', 'output_text', 'text', { logprobs: [] }),
      );
  }
}

function partEvents(
  part: JsonObject,
  where: JsonObject,
  around: string,
  inside: string,
  field: string,
  more: JsonObject,
): readonly JsonObject[] {
  const text = stringOr(part[field], '');
  return [
    { type: `response.${around}.added`, ...where, part: { ...part, [field]: '' } },
    ...pieces(text).map((delta) => ({ type: `response.${inside}.delta`, ...where, delta, ...more })),
    { type: `response.${inside}.done`, ...where, [field]: text, ...more },
    { type: `response.${around}.done`, ...where, part },
  ];
}
