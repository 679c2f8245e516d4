import { isJsonObject, type Json } from '#common/json.ts';

/** Where compatible servers put what a model thought. */
const FIELDS = ['reasoning_content', 'reasoning'] as const;

/**
 * The answer that a server took for reasoning: the message has no other text, and the field is one JSON object and nothing else.
 *
 * @returns `null`: there is none; a verdict inside thoughts is a draft and is never read
 */
export function reasonedAnswer(message: Json): string | null {
  if (!isJsonObject(message)) return null;
  const texts = FIELDS.flatMap((field) => {
    const text = message[field];
    return typeof text === 'string' && isObjectText(text) ? [text] : [];
  });
  return texts[0] ?? null;
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
