import type { SeenPart } from './criterion.ts';

/** A piece of what a judge sees, untrusted text throughout except its title. */
export interface ShownBlock {
  readonly part: SeenPart;
  /** Ours: `answer`, `message 2, user`, `tool call 1`. */
  readonly title: string;
  readonly text: string;
}

/**
 * A text in which no line can be mistaken for one of ours: every line is marked, marks of chat templates are broken up, and what
 * can't be seen is gone, because invisible characters hide instructions from people who read the report.
 */
export function markLines(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `${MARK}${line}`)
    .join('\n');
}

/** Begins every line of content. */
export const MARK = '| ';

function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replace(/<\|/g, '< |')
    .replace(/\|>/g, '| >')
    .replace(/[\u{fe00}-\u{fe0e}\u{e0100}-\u{e01ef}]/gu, '');
}
