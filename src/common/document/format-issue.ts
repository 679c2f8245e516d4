import type { Issue } from './issue.ts';

/** One line for people and editors: `file:line:column: path: message`. Control characters of the file's text are shown escaped. */
export function formatIssue(issue: Issue): string {
  const place = `${issue.file}:${issue.line}:${issue.column}`;
  const parts = issue.path === '' ? [place, issue.message] : [place, issue.path, issue.message];
  return parts.join(': ').replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
