import { posix } from 'node:path';
import type { Issue } from '#common/document/issue.ts';
import { annotate } from './annotations.ts';

/**
 * Shows problems of config and cases as annotations on their lines, as many as GitHub shows.
 *
 * @param prefix folder that the files are relative to, from the root of the repository
 */
export function annotateIssues(issues: readonly Issue[], prefix: string): void {
  annotate(
    issues.map((issue) => ({
      level: issue.severity,
      file: posix.join(prefix, issue.file),
      line: issue.line,
      title: 'Agent eval config',
      message: issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`,
    })),
  );
}
