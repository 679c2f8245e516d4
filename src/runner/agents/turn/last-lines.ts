import { causeLine, lastLine } from '#common/cause-line.ts';
import { cutEnd, cutStart } from '#common/cut.ts';

/** `; last line: …` of a program that may still be well, or nothing. */
export function lastLineWords(log: string): string {
  const line = lastLine(log);
  return line === null ? '' : `; last line: ${cutEnd(line, 300)}`;
}

/** The end of standard error, below the line that names the error if that is not in it. */
export function lastLines(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  const end = lines.slice(-10);
  const cause = causeLine(stderr);
  const above = cause === null || end.some((line) => line.includes(cause.replace(/^\w+: /, ''))) ? [] : [cause];
  const missing = lines.length > end.length ? ['…'] : [];
  return [...above.map((line) => cutEnd(line, 300)), cutStart([...missing, ...end].join('\n'), 1200)].join('\n');
}
