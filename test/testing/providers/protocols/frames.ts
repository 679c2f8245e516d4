import type { JsonObject } from '../json.ts';

/** A server-sent event without a name. */
export function dataFrame(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** A server-sent event with the name that its `type` says, or its `event_type`. */
export function eventFrame(data: JsonObject): string {
  return `event: ${String(data['type'] ?? data['event_type'])}\n${dataFrame(data)}`;
}

/** A text in pieces of up to 16 characters (code points are kept whole); none for an empty text. */
export function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,16}/gu) ?? [];
}
