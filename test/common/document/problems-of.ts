import { formatIssue } from '#common/document/format-issue.ts';
import type { Issue } from '#common/document/issue.ts';

/** The lines that people would read, none when the result holds no issues. */
export function problemsOf(result: { readonly issues: readonly Issue[] } | object): readonly string[] {
  return 'issues' in result ? result.issues.map(formatIssue) : [];
}
