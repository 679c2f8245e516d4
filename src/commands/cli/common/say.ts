import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import type { Issue } from '#common/document/issue.ts';
import { plural } from '#common/words.ts';

/** Prints problems of config and cases, one per line, to standard error. */
export function sayIssues(issues: readonly Issue[]): void {
  for (const issue of issues) say(formatIssue(issue));
  const errors = issues.filter((issue) => issue.severity === 'error').length;
  if (errors > 0) say(`${plural(errors, 'problem')}; nothing was run`);
}

/** Prints one line of a result to standard output. */
export function print(line: string): void {
  process.stdout.write(`${escapeTerminal(line)}\n`);
}

/** Prints one line for people to standard error. */
export function say(line: string): void {
  process.stderr.write(`${escapeTerminal(line)}\n`);
}
