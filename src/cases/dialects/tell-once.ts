import type { Issue } from '#common/document/issue.ts';
import { listed } from '#common/words.ts';
import type { RowIssue } from './parse-rows.ts';

/** The issues in the order of the file; those of one topic become one, at the first place, with the lines of the others. */
export function tellOnce(issues: readonly RowIssue[]): readonly Issue[] {
  const inOrder = issues.toSorted((left, right) => left.line - right.line || left.column - right.column);
  const topics = new Map<string, RowIssue[]>();
  for (const issue of inOrder.filter(({ topic }) => topic !== undefined)) {
    const same = topics.get(keyOf(issue));
    if (same === undefined) topics.set(keyOf(issue), [issue]);
    else same.push(issue);
  }
  return inOrder.flatMap((issue) => {
    const { topic: _, ...problem } = issue;
    const [first, ...others] = topics.get(keyOf(issue)) ?? [issue];
    return first === issue ? [{ ...problem, message: problem.message + alsoOn(others) }] : [];
  });
}

const MOST_LINES = 10;

function alsoOn(others: readonly RowIssue[]): string {
  const lines = [...new Set(others.map(({ line }) => line))];
  if (lines.length === 0) return '';
  return `; also on line${lines.length === 1 ? '' : 's'} ${listed(lines.map(String), MOST_LINES)}`;
}

function keyOf({ severity, topic }: RowIssue): string {
  return `${severity} ${topic ?? ''}`;
}
