import { cutEnd } from '#common/cut.ts';
import { exceptionLine } from '#trials/trial/exception-line.ts';
import { visible } from './escape.ts';

/** What a program's last output says about its end. Untrusted, each one line without control characters. */
export interface EndCause {
  /** The exception's own line if there is one, else the last line. */
  readonly line: string;
  /** That line with its neighbours, which show the place. */
  readonly around: string;
}

/** Finds the cause in a program's standard error; `null` if that is empty. */
export function causeOf(stderr: string): EndCause | null {
  const lines = visible(stderr)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const exception = exceptionLine(lines.join('\n'));
  const index = lines.findLastIndex((line) => line.trim() === exception);
  const at = index === -1 ? lines.length - 1 : index;
  const line = exception ?? lines[at]?.trim();
  if (line === undefined) return null;
  const around = lines.slice(Math.max(0, at - 2), at + 2).map((line) => cutEnd(line.trim(), LONGEST));
  return { line: cutEnd(line, LONGEST), around: around.join(' ⏎ ') };
}

const LONGEST = 200;
