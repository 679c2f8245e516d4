import { cutEnd, cutStart } from '#common/cut.ts';

/** `; last line: …`, or nothing. What installers say about newer versions of themselves is no line. */
export function lastLine(log: string): string {
  const lines = log.split('\n').map((item) => item.trim());
  const line = lines.findLast((line) => line !== '' && !NOTICE.test(line)) ?? '';
  return line === '' ? '' : `; last line: ${cutEnd(line, 300)}`;
}

/** Of pip, of npm, and of npm's log. */
const NOTICE =
  /^(?:\[notice\]|npm (?:notice|(?:error|ERR!) A complete log of this run)|WARNING: You are using pip version|You should consider upgrading via)/;

/** The end of standard error; if that is only a stack trace, with the line above it that names the error. */
export function lastLines(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  const end = lines.slice(-10);
  const errorLine = end.some((line) => ERROR_LINE.test(line))
    ? undefined
    : lines.findLast((line) => ERROR_LINE.test(line));
  const missing = lines.length > end.length ? ['…'] : [];
  return cutStart([...(errorLine === undefined ? [] : [errorLine]), ...missing, ...end].join('\n'), 1500);
}

const ERROR_LINE = /^\S*(?:Error|Exception)\b/;
