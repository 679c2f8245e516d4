import { cutEnd } from '#domain/cut.ts';
import { exceptionLine } from '#domain/trial/exception-line.ts';
import { visible } from './escape.ts';

/** What a program's last words tell of its end. Untrusted, each one line without control characters. */
export interface Cause {
  /** The exception's own line where there is one, else the last line. */
  readonly line: string;
  /** That line between those around it, which say where. */
  readonly around: string;
}

/** Finds the cause in what a program wrote to standard error; `null` when it said nothing. */
export function causeOf(stderr: string): Cause | null {
  const lines = visible(stderr)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const named = exceptionLine(lines.join('\n'));
  const found = lines.findLastIndex((line) => line.trim() === named);
  const at = found === -1 ? lines.length - 1 : found;
  const line = named ?? lines[at]?.trim();
  if (line === undefined) return null;
  const around = lines.slice(Math.max(0, at - 2), at + 2).map((one) => cutEnd(one.trim(), LONGEST));
  return { line: cutEnd(line, LONGEST), around: around.join(' ⏎ ') };
}

const LONGEST = 200;
