import { cutEnd } from '#domain/cut.ts';
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
  const at = causeAt(lines);
  const line = lines[at]?.trim();
  if (line === undefined) return null;
  const around = lines.slice(Math.max(0, at - 2), at + 2).map((one) => cutEnd(one.trim(), LONGEST));
  return { line: cutEnd(line, LONGEST), around: around.join(' ⏎ ') };
}

function causeAt(lines: readonly string[]): number {
  // Below Python's traceback the first line that is not indented is the exception's.
  const traced = lines.findLastIndex((line) => line.startsWith(TRACEBACK));
  const raised = traced === -1 ? -1 : lines.findIndex((line, index) => index > traced && !/^\s/.test(line));
  if (raised !== -1) return raised;
  const thrown = lines.findLastIndex((line) => EXCEPTION.test(line));
  return thrown === -1 ? lines.length - 1 : thrown;
}

const TRACEBACK = 'Traceback (most recent call last):';
const EXCEPTION = /^(?:Uncaught )?[\w$.]*(?:Error|Exception)\b/;
const LONGEST = 200;
