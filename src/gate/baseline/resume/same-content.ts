import type { ResultsFile } from '../results/results-file.ts';

/** A commit as far as it tells what is evaluated there. */
export type EvaluatedCommit = Pick<ResultsFile['commit'], 'sha' | 'content'>;

/**
 * Whether two commits hold the same files. A program may read any file, so one that differs may be what is evaluated; author, message and parents never are. Where nobody knows the files, only a commit itself is the same.
 */
export function isSameContent(left: EvaluatedCommit, right: EvaluatedCommit): boolean {
  return (
    (left.sha !== null && left.sha === right.sha) || (left.content !== undefined && left.content === right.content)
  );
}
