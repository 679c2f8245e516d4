import type { Issue } from '#domain/document/issue.ts';
import type { RowIssue } from './parse-rows.ts';

/** The issues in the order of the file; those of one topic are one, at the first place, with the lines of the others. */
export function tellOnce(issues: readonly RowIssue[]): readonly Issue[] {
  const inOrder = issues.toSorted((left, right) => left.line - right.line || left.column - right.column);
  const lines = new Map<string, number[]>();
  for (const issue of inOrder) lines.set(keyOf(issue), [...(lines.get(keyOf(issue)) ?? []), issue.line]);
  return inOrder.flatMap(({ topic, ...issue }) => {
    if (topic === undefined) return [issue];
    const all = lines.get(keyOf({ ...issue, topic })) ?? [];
    lines.delete(keyOf({ ...issue, topic }));
    return all.length === 0 ? [] : [{ ...issue, message: issue.message + others(all.slice(1)) }];
  });
}

const MOST_LINES = 10;

function others(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const more = lines.length - MOST_LINES;
  const shown = [...new Set(lines)].slice(0, MOST_LINES).join(', ');
  return `; so also on line${lines.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

function keyOf({ severity, topic }: RowIssue): string {
  return `${severity} ${topic ?? ''}`;
}
