import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { Agent, CustomChecks, Progress, SuiteFiles } from '../ports.ts';

/** Puts the files of a commit into a folder of their own. `problem` says why it can't, a sentence part. */
export type CheckOut = (
  sha: string,
  signal: AbortSignal,
) => Promise<{ readonly checkout: BaseCheckout } | { readonly problem: string }>;

/** The files of the base commit, in a folder of their own. */
export interface BaseCheckout {
  readonly files: SuiteFiles;
  /** Why what is installed for the candidate need not be what the base asks for, a sentence part; `null` where both ask for the same. */
  otherDependencies(): Promise<string | null>;
  /** Opens the agent that a suite names on these files. `problem` is a sentence part. */
  openAgent(
    suite: LoadedSuite,
    options: { readonly planned_trials: number; readonly progress: Progress },
  ): Promise<OpenedAgent | { readonly problem: string }>;
  /** Removes the folder. */
  close(): Promise<void>;
}

/** An agent that is ready to run, and what its run needs beside it. */
export interface OpenedAgent {
  readonly agent: Agent;
  readonly custom: CustomChecks;
  /** Variables without which the agent has no way to its models. */
  readonly missing_keys: readonly string[];
  /** Tells no secret that the agent was given. */
  readonly progress: Progress;
  readonly redact: (text: string) => string;
  /** Ends the agent, the custom checks and the way to the models. */
  close(): Promise<void>;
}
