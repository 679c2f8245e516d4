import { cutEnd, cutStart } from '#domain/cut.ts';

/** `; last line: …`, or nothing. */
export function lastLine(log: string): string {
  const line = log.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `; last line: ${cutEnd(line, 300)}`;
}

/** An introduction and the end of standard error; if that is only a stack trace, with the line above it that names the error. */
export function lastLines(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  const end = lines.slice(-10);
  const named = end.some((line) => ERROR_LINE.test(line)) ? undefined : lines.findLast((line) => ERROR_LINE.test(line));
  const missing = lines.length > end.length ? ['…'] : [];
  const text = cutStart([...(named === undefined ? [] : [named]), ...missing, ...end].join('\n'), 1500);
  return text.trim() === '' ? '; stderr is empty' : `; last lines of stderr:\n${text}`;
}

const ERROR_LINE = /^\S*(?:Error|Exception)\b/;
