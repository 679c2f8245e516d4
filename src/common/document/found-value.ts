const LONGEST = 40;

/** The name of an unexpected value in messages. Text is quoted and truncated, so that a message stays one short line. */
export function foundValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quotedValue(value)}`;
  return String(value);
}

/** A text in quotation marks, truncated. */
export function quotedValue(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
