import type { SuiteFacts } from '#report/suites/suite-section.ts';
import type { PullRequestPlace } from './comment-list.ts';
import type { CommentMarker } from './comment-marker.ts';

/** When to write a comment. */
export type CommentMode = 'always' | 'changes' | 'failures' | 'never';

/** One suite's section of the comment on a pull request, and when to write it. */
export interface StickyComment {
  readonly place: PullRequestPlace;
  /** Of the whole comment: the id is the workflow's. */
  readonly marker: CommentMarker;
  /** The suite; also the id of the comment that it had for itself before suites shared one. */
  readonly suiteId: string;
  readonly facts: SuiteFacts;
  readonly mode: CommentMode;
  /** The section as Markdown of at most so many bytes. */
  readonly render: (limit: number) => string;
  /** Something differs from the baseline. */
  readonly changed: boolean;
  /** The verdict is not green. */
  readonly failed: boolean;
  /** From a fork or Dependabot: the token is read-only, so a refusal is expected. */
  readonly readOnlyToken: boolean;
  /**
   * Whose section it is if this very run and attempt wrote one before: `others`, because every suite of a run comments once;
   * `ours` for report mode, where the marker names the reported run and not the current one.
   */
  readonly sameRun: 'others' | 'ours';
  /** Waits between writing and looking again. */
  readonly pause: (ms: number) => Promise<void>;
}
