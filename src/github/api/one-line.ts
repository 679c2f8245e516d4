import { stripVTControlCharacters } from 'node:util';

/** Untrusted text on one line: no control, invisible or reordering characters, at most `limit` UTF-16 units. */
export function oneLine(text: string, limit: number): string {
  const plain = stripControls(text).replaceAll(/\s+/g, ' ').trim();
  return plain.length <= limit ? plain : `${plain.slice(0, limit - 1).toWellFormed()}…`;
}

/**
 * Text without ANSI sequences, control, invisible and reordering characters; line breaks and tabs stay, and everything beyond
 * {@link MAX_TEXT} is cut. Breaks up `##[`, which the runner reads as a command anywhere in a line.
 */
export function stripControls(text: string): string {
  const lines = text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
  return stripVTControlCharacters(lines)
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .replaceAll('##[', '#\u200b#[');
}

/** UTF-16 units that are searched: finding ANSI sequences takes quadratic time on hostile text. */
export const MAX_TEXT = 64 * 1024;
