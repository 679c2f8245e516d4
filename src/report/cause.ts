import { causeLine } from '#common/cause-line.ts';
import { cutEnd } from '#common/cut.ts';
import { visible } from './escape.ts';

/** What a program's last output says about its end. Untrusted, each one line without control characters. */
export interface EndCause {
  /** The line that names the error, else the last one. */
  readonly line: string;
  /** Its neighbours, which show the place; empty if there are none. */
  readonly around: string;
}

/** Finds the cause in a program's standard error; `null` if that is empty. */
export function causeOf(stderr: string): EndCause | null {
  const text = visible(stderr);
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = causeLine(text) ?? lines.at(-1);
  if (line === undefined) return null;
  const at = lines.findLastIndex((each) => each.includes(line));
  const around = at === -1 ? [] : [...placeAbove(lines, at), ...lines.slice(at + 1, at + 2)];
  return {
    line: cutEnd(line, LONGEST),
    around: around
      .filter((each) => !/^Node\.js v|\bnode:internal\//.test(each))
      .map((each) => cutEnd(each, LONGEST))
      .join(' ⏎ '),
  };
}

/** Node shows its place above a line of source and a caret, others in the two lines before. */
function placeAbove(lines: readonly string[], at: number): readonly string[] {
  return /^\^+$/.test(lines[at - 1] ?? '')
    ? lines.slice(Math.max(0, at - 3), at - 2)
    : lines.slice(Math.max(0, at - 2), at);
}

const LONGEST = 200;
