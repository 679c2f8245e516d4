import { hashJson } from '#common/hash-json.ts';

/** The first line of our comment: which workflow it belongs to and which run wrote it last. */
export interface CommentMarker {
  /** 12 hex digits, see {@link workflowId}. */
  readonly id: string;
  readonly runId: number;
  readonly runAttempt: number;
  /** The pull request's head when the comment was written. */
  readonly headSha: string;
}

/** Distinguishes the comments of one pull request: all suites of a workflow share one. */
export function workflowId(workflowPath: string): string {
  return hashJson([workflowPath]).slice(0, 12);
}

/** Distinguishes the suites of one pull request. Before suites shared a comment, it was the id of the suite's own. */
export function commentId(workflowPath: string, job: string, key: string): string {
  return hashJson([workflowPath, job, key]).slice(0, 12);
}

/** An HTML comment, which readers do not see. */
export function writeMarker({ id, runId, runAttempt, headSha }: CommentMarker): string {
  return `<!-- agent-eval-action:${id}:v1 run=${runId} attempt=${runAttempt} sha=${headSha} -->`;
}

/** The marker at the very beginning of a comment, or null; a marker quoted further down does not count. */
export function readMarker(body: string): CommentMarker | null {
  const [, id, runId, runAttempt, headSha] = MARKER.exec(body) ?? [];
  if (id === undefined || headSha === undefined) return null;
  return { id, runId: Number(runId), runAttempt: Number(runAttempt), headSha };
}

/** True if `a` was written by a later run than `b`, or by a later attempt of the same run. */
export function isNewer(a: CommentMarker, b: CommentMarker): boolean {
  return a.runId === b.runId ? a.runAttempt > b.runAttempt : a.runId > b.runId;
}

const MARKER = /^<!-- agent-eval-action:([0-9a-f]{12}):v1 run=(\d{1,15}) attempt=(\d{1,9}) sha=([0-9a-f]{40,64}) -->/;
