import type { Config } from '#domain/config/config.ts';
import type { ChangedFiles } from './changed-files.ts';

/** The commit that a change goes onto, and where a config may lie in it. */
export interface BaseSource {
  readonly files: { readonly sha: string };
  /** The working directory from the root of the repository; empty for the root. */
  readonly folder: string;
  /** Where the config may lie: as it is named, then where links of the checkout lead to. The first that is there counts. */
  readonly places: readonly ConfigPlace[];
  /** The branch that the change goes onto, where it is not the default branch. */
  readonly side_branch: string | null;
}

/** A place for a config; both from the root of the repository. */
export interface ConfigPlace {
  readonly path: string;
  /** The working directory. */
  readonly folder: string;
}

/** By whose policy a change is judged. */
export type PolicyOrigin =
  /** By that of the commit it goes onto: `base` is that commit's config, `own` the change's. */
  | { readonly kind: 'base'; readonly base: Config; readonly own: Config; readonly place: ConfigPlace }
  /** By its own: `commit` has no config. */
  | { readonly kind: 'first'; readonly commit: string }
  /** By its own, which can't be relied upon: that commit's config can't be had. `problem` says why, a sentence part. */
  | { readonly kind: 'unknown'; readonly problem: string };

/** What is known of the base's policy, for the verdict and its words. */
export interface BasePolicy {
  readonly origin: PolicyOrigin;
  /** From the working directory. */
  readonly config_path: string;
  /** What the change does to the workflow that runs it. `problem` is a sentence part about that file. */
  readonly workflow: { readonly path: string; readonly state: 'same' | 'changed' | 'new' } | WorkflowUnknown;
  /** All files that the change touches, by what GitHub says of both commits; `null`: nobody could ask. */
  readonly changed: ChangedFiles | null;
  readonly source: BaseSource;
}

interface WorkflowUnknown {
  readonly path: string;
  readonly state: 'unknown';
  readonly problem: string;
}
