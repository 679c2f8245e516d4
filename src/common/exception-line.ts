import { TERMINAL_SEQUENCE } from './terminal-sequence.ts';

/**
 * The line in which a program names its error: the last line of a Python traceback, the line above the stack of Node, Java,
 * .NET and the like, the first line of a Ruby error, a Go, Rust or Elixir panic. Of several, chained or not, the last: it is
 * the root of a Java, Node or Ruby chain, and what ended a Python program. `null` without any.
 *
 * @param text standard error, a log or a tool's answer; untrusted
 */
export function exceptionLine(text: string): string | null {
  if (text === '') return null;
  const lines = text.replace(TERMINAL_SEQUENCE, '').split(/\r?\n/);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = FINDERS.map((find) => find(lines, at)).find((match) => match !== null);
    if (line !== undefined && line !== null && line.trim() !== '') return line.trim();
  }
  return null;
}

/** The name of the exception in such a line, which is its type to everybody who reads JUnit; `null` without one. */
export function exceptionType(line: string): string | null {
  return /^([a-z_$][\w.$]*(?:::[\w$]+)*)(?: \[\w+\])?(?:: |$)/i.exec(line)?.[1] ?? null;
}

type Finder = (lines: readonly string[], at: number) => string | null;

/** The first line after the header that is not indented more; the lines between are indented frames. */
const pythonTraceback: Finder = (lines, at) => {
  const header = /^(\W*?)Traceback \(most recent call last\):\s*$/.exec(lines[at] ?? '');
  if (header === null) return null;
  return firstOutside(lines, at + 1, header[1]?.length ?? 0);
};

/** A file that can't be parsed has a place, but no traceback. */
const pythonSyntax: Finder = (lines, at) => {
  if (!/^ {2}File ".*", line \d+\s*$/.test(lines[at] ?? '')) return null;
  const line = firstOutside(lines, at + 1, 0);
  return line !== null && /^(?:Syntax|Indentation|Tab)Error\b/.test(line) ? line : null;
};

function firstOutside(lines: readonly string[], from: number, depth: number): string | null {
  return lines.slice(from).find((line) => /^\S/.test(line.slice(depth)) && line.trim() !== '') ?? null;
}

/** The message may have several lines: the nearest one above the frames that looks like the first line of an error. */
const stackOfFrames: Finder = (lines, at) => {
  if (!FRAME.test(lines[at] ?? '') || FRAME.test(lines[at - 1] ?? '')) return null;
  const above = lines.slice(Math.max(0, at - LONGEST_MESSAGE), at);
  return above.findLast((line) => NAMED_ERROR.test(line))?.replace(INTRODUCTION, '') ?? null;
};

/** Node shows a line of source with a caret, and below it the error, in brackets if it has no stack, or what was thrown instead. */
const nodeExcerpt: Finder = (lines, at) => {
  if (!/^\s*\^+$/.test(lines[at] ?? '') || !/^\S.*:\d+$/.test(lines[at - 2] ?? '')) return null;
  const below = lines.slice(at + 1).find((line) => line.trim() !== '');
  if (below === undefined || below.startsWith('Node.js v')) return null;
  const [, reason] = /^\[?UnhandledPromiseRejection: .* with the reason "(.*)"\./.exec(below) ?? [];
  if (reason !== undefined) return `thrown: ${reason}`;
  const error = /^\[(.*)\]/.exec(below)?.[1] ?? (NAMED_ERROR.test(below) ? below : null);
  return error ?? `thrown: ${below}`;
};

/** ``agent.rb:3:in `pay': no such order (KeyError)``, perhaps with frames below. */
const rubyError: Finder = (lines, at) => {
  const [, message, type] = /^\S+:\d+:in [`'].+?': (.+) \(([A-Z][\w:]*)\)\s*$/.exec(lines[at] ?? '') ?? [];
  return message === undefined ? null : `${type}: ${message}`;
};

const goPanic: Finder = (lines, at) =>
  /^(?:panic: |fatal error: )/.test(lines[at] ?? '') ? (lines[at] ?? null) : null;

/** `thread 'main' panicked at src/main.rs:2:5:`, and the message below; of older versions in quotes on the line itself. */
const rustPanic: Finder = (lines, at) => {
  const [, rest] = /^thread '.*?'(?: \(\d+\))? panicked at (.*)$/.exec(lines[at] ?? '') ?? [];
  if (rest === undefined) return null;
  const quoted = /^'(.*)', \S+:\d+:\d+$/.exec(rest);
  return `panicked: ${quoted?.[1] ?? (rest.endsWith(':') ? (lines[at + 1] ?? '') : rest)}`;
};

/** `** (KeyError) key :order not found`. */
const elixirError: Finder = (lines, at) => {
  const [, type, message] = /^\*\* \(([A-Z][\w.]*)\) (.*)$/.exec(lines[at] ?? '') ?? [];
  return type === undefined ? null : `${type}: ${message}`;
};

/** `PHP Fatal error:  Uncaught TypeError: … in agent.php:3`. */
const phpError: Finder = (lines, at) =>
  /^(?:PHP )?Fatal error:\s+(?:Uncaught )?(.*)$/.exec(lines[at] ?? '')?.[1] ?? null;

const FINDERS: readonly Finder[] = [
  pythonTraceback,
  pythonSyntax,
  stackOfFrames,
  nodeExcerpt,
  rubyError,
  goPanic,
  rustPanic,
  elixirError,
  phpError,
];

const FRAME = /^\s+at \S/;
/** How a runtime introduces an error: its own words, and not the program's. */
const INTRODUCTION =
  /^\s*(?:Uncaught |Unhandled exception\. |Exception in thread "[^"]*" |Caused by: |Suppressed: |\[cause\]: )?/;
/** An error that is a field of another, besides its cause, is none of its own: `runnerError: Error: …`. */
const NAMED_ERROR = new RegExp(
  `^(?!\\s+[a-z]\\w*: \\w+: )${INTRODUCTION.source.slice(1)}[\\w.$]*(?:Error|Exception)\\b`,
);
/** Most lines of a message that are searched. */
const LONGEST_MESSAGE = 20;
