import { posix } from 'node:path';
import type { LogAnnotation } from '#github/log/annotations.ts';
import type { GithubRun } from '../session/github-run.ts';

/** An annotation with its file relative to the root of the repository instead of the working directory. */
export function onRepository(annotation: LogAnnotation, { prefix }: Pick<GithubRun, 'prefix'>): LogAnnotation {
  return { ...annotation, file: annotation.file === null ? null : posix.join(prefix, annotation.file) };
}
