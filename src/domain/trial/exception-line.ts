/**
 * The line in which a program names its error: the last line of a Python traceback, the line above the stack of Node, Java and
 * the like, a Go or Rust panic. Of several the last, which ended the program; `null` without any.
 *
 * @param text standard error, a log or a tool's answer; untrusted
 */
export function exceptionLine(text: string): string | null {
  const lines = text.split(/\r?\n/);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = FINDERS.map((find) => find(lines, at)).find((found) => found !== null);
    if (line !== undefined && line !== null) return line.trim();
  }
  return null;
}

type Finder = (lines: readonly string[], at: number) => string | null;

/** The first line after the header that is not indented more; the lines between are indented frames. */
const pythonTraceback: Finder = (lines, at) => {
  const header = /^(\W*?)Traceback \(most recent call last\):\s*$/.exec(lines[at] ?? '');
  if (header === null) return null;
  const depth = header[1]?.length ?? 0;
  return lines.slice(at + 1).find((line) => /^\S/.test(line.slice(depth)) && line.trim() !== '') ?? null;
};

/** The message may have several lines: the nearest one above the frames that looks like the first line of an error. */
const stackOfFrames: Finder = (lines, at) => {
  if (!FRAME.test(lines[at] ?? '') || FRAME.test(lines[at - 1] ?? '')) return null;
  const above = lines.slice(Math.max(0, at - LONGEST_MESSAGE), at);
  return above.findLast((line) => NAMED_ERROR.test(line)) ?? null;
};

const goPanic: Finder = (lines, at) =>
  /^(?:panic: |fatal error: )/.test(lines[at] ?? '') ? (lines[at] ?? null) : null;

/** `thread 'main' panicked at src/main.rs:2:5:`, and the message below. */
const rustPanic: Finder = (lines, at) => {
  if (!/^thread '.*' panicked at /.test(lines[at] ?? '')) return null;
  return lines[at]?.endsWith(':') ? `panicked: ${lines[at + 1] ?? ''}` : (lines[at] ?? null);
};

const FINDERS: readonly Finder[] = [pythonTraceback, stackOfFrames, goPanic, rustPanic];

const FRAME = /^\s+at \S/;
const NAMED_ERROR = /^\s*(?:Uncaught |Exception in thread "[^"]*" |Caused by: )?[\w.$]*(?:Error|Exception)\b/;
/** Most lines of a message that are searched. */
const LONGEST_MESSAGE = 20;
