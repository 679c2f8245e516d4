const LONGEST = 40;

/** How messages name a value that was found instead of the expected one. Text is quoted and cut, so that a message stays one short line. */
export function foundValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quoted(value)}`;
  return String(value);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
