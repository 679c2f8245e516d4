import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { ForkChange } from './base-side/fork-change.ts';

/** Results of a fork's run, and what is known from other sources. */
export interface ForkResults {
  /** Valid in form; nothing else in them is trusted. */
  readonly results: ResultsFile;
  readonly baseline: BaselineLookup;
  /** The base branch's, never the one in the results; `problem`: it can't be read, a sentence. */
  readonly policy: { readonly policy: Policy; readonly notes: readonly string[] } | { readonly problem: string };
  /**
   * What the change does to gate and cases, according to its commit; `problem`: that can't be read; `null`: it was not looked
   * up.
   */
  readonly change: ForkChange | { readonly problem: string } | null;
  /** The commit of the policy; `null`: unknown. */
  readonly policy_sha: string | null;
  readonly fallback: Policy;
  /** The reporting workflow's; the results may name any. */
  readonly config_path: string;
  readonly name: string | null;
  readonly repository_url: string;
  /** The run that produced them. */
  readonly run_url: string;
  /** How the reader starts the terminal command. */
  readonly program: readonly string[];
  /** What the default branch is called; absent: not known. */
  readonly main?: string;
  /** The end of the title. */
  readonly remark: string;
}
