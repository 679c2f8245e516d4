import { isJsonObject, type Json } from '#common/json.ts';

/** Text of message content: a string, or the joined texts of its parts. Other parts (images, reasoning) have none. */
export function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: Json) => partText(part)).join('');
}

function partText(part: Json): string {
  if (typeof part === 'string') return part;
  if (!isJsonObject(part)) return '';
  if (typeof part['text'] === 'string' && part['type'] !== 'thinking') return part['text'];
  return typeof part['refusal'] === 'string' ? part['refusal'] : '';
}

/** Content of a tool result: text if it is only text, otherwise unchanged. */
export function resultContent(content: Json | undefined): Json {
  if (content === undefined) return null;
  if (!Array.isArray(content)) return content;
  const parts: readonly Json[] = content;
  const onlyText = parts.every((part) => isJsonObject(part) && typeof part['text'] === 'string');
  return onlyText ? contentText(parts) : parts;
}

/** The string, or `null`. */
export function stringOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The elements that are objects. */
export function objectsOf(value: Json | undefined): readonly { readonly [key: string]: Json }[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
