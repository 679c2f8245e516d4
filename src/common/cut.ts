import { TERMINAL_SEQUENCE } from './terminal-sequence.ts';

/** Marks a cut. Redaction looks for pieces of secrets next to it: text cut without it may leak them. */
const MARK = '…';

/** The beginning of a text, at most `max` characters (UTF-16 units) and then `…`; a text that is not longer stays unchanged. */
export function cutEnd(text: string, max: number): string {
  if (text.length <= max) return text;
  const whole = withoutSequences(text);
  return whole.length <= max ? whole : `${whole.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}${MARK}`;
}

/** The end of a text: `…` and then at most `max` characters (UTF-16 units); a text that is not longer stays unchanged. */
export function cutStart(text: string, max: number): string {
  if (text.length <= max) return text;
  const whole = withoutSequences(text);
  return whole.length <= max ? whole : `${MARK}${whole.slice(whole.length - max).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/** Two texts from a little before where they begin to differ, unless that lies within their first `most` characters. */
export function nearDifference(texts: readonly [string, string], most: number): readonly [string, string] {
  const [left, right] = texts;
  let equal = 0;
  while (equal < left.length && left[equal] === right[equal]) equal++;
  if (left === right || equal < most) return texts;
  const from = equal - Math.floor(most / 3);
  return [cutStart(left, left.length - from), cutStart(right, right.length - from)];
}

/** Its length in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Half a sequence is no longer one: it would be text between the mark and a piece of a secret. */
function withoutSequences(text: string): string {
  return text.replace(TERMINAL_SEQUENCE, '');
}
