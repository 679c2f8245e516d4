import type { Config } from '#config/config.ts';
import type { ChangedFiles } from './changed-files.ts';

/** The base commit, and where a config may be in it. */
export interface BaseSource {
  readonly files: { readonly sha: string };
  /** The working directory from the root of the repository; empty for the root. */
  readonly folder: string;
  /** Where the config may be: at its given path, then where links of the checkout lead. The first that exists counts. */
  readonly places: readonly ConfigPlace[];
  /** The target branch, if it is not the default branch. */
  readonly side_branch: string | null;
}

/** A possible path of a config; both from the root of the repository. */
export interface ConfigPlace {
  readonly path: string;
  /** The working directory. */
  readonly folder: string;
}

/** Whose policy judges a change. */
export type PolicyOrigin =
  /** The base commit's: `base` is its config, `own` the change's. */
  | { readonly kind: 'base'; readonly base: Config; readonly own: Config; readonly place: ConfigPlace }
  /** Its own: `commit` has no config. */
  | { readonly kind: 'first'; readonly commit: string }
  /** Its own, which can't be trusted: the base commit's config can't be read. `problem` says why, a sentence part. */
  | { readonly kind: 'unknown'; readonly problem: string };

/** The base's policy, for the verdict and its words. */
export interface BasePolicy {
  readonly origin: PolicyOrigin;
  /** From the working directory. */
  readonly config_path: string;
  /** What the change does to its own workflow. `problem` is a sentence part about that file. */
  readonly workflow: { readonly path: string; readonly state: 'same' | 'changed' | 'new' } | WorkflowUnknown;
  /** All files that the change touches, by GitHub's listing of both commits; `null`: not available. */
  readonly changed: ChangedFiles | null;
  readonly source: BaseSource;
}

interface WorkflowUnknown {
  readonly path: string;
  readonly state: 'unknown';
  readonly problem: string;
}
