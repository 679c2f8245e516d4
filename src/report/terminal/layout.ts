import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** What a terminal can show. */
export interface TerminalOptions {
  readonly colours: boolean;
  /** Characters in a line; `null`: any number, as in a file or a log. */
  readonly columns: number | null;
}

/** The number of columns that a text takes: two for CJK and emoji, none for combining marks. Colours take none. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** What our own lines are made of: each takes one column next to any other. string-width takes 20 ms to make its tables of emoji. */
const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u00ff\u2010-\u2027\u2190-\u2193\u2212\u2264\u2265\u2500-\u259f\u2713\u2717]*$/;

/** Text with spaces behind it, up to a width in columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** The beginning of a plain line that fits into a width, and `…` if that is not all of it. */
export function fitLine(text: string, width: number | null): string {
  if (width === null || widthOf(text) <= width) return text;
  let head = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    head += segment;
  }
  return width < 1 ? '' : `${head.trimEnd()}…`;
}

/** A plain line as lines that fit into a width, broken between words if possible. */
export function wrapLine(text: string, width: number | null): readonly string[] {
  if (width === null || widthOf(text) <= width) return [text];
  return wrapAnsi(text, Math.max(1, width), { hard: true }).split('\n');
}

/** A plain line behind a mark of the same width as its indent; further lines are below its first word. */
export function hangLine(mark: string, text: string, columns: number | null): readonly string[] {
  const indent = widthOf(mark);
  const lines = wrapLine(text, columns === null ? null : Math.max(NARROWEST, columns - indent));
  return lines.map((line, index) => `${index === 0 ? mark : ' '.repeat(indent)}${line}`.trimEnd());
}

/** Two blocks side by side. @param width of the left one, in columns */
export function sideBySide(left: readonly string[], right: readonly string[], width: number): readonly string[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, line) =>
    `${pad(left[line] ?? '', width)}${GAP}${right[line] ?? ''}`.trimEnd(),
  );
}

/** Between two blocks. */
export const GAP = '   ';

/** Text that is indented gets at least this many columns: in fewer, nothing can be read. */
const NARROWEST = 12;
