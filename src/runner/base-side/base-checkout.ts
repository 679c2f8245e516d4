import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { CustomChecks, Judge } from '#ports/grader-ports.ts';
import type { Agent, SuiteFiles } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import type { RunSeeds } from '#trials/trial/plan-trials.ts';

/** Puts the files of a commit into a folder of their own. `problem` says why that failed, a sentence part. */
export type CheckOut = (
  sha: string,
  signal: AbortSignal,
) => Promise<{ readonly checkout: BaseCheckout } | { readonly problem: string }>;

/** The files of the base commit, in a folder of their own. */
export interface BaseCheckout {
  readonly files: SuiteFiles;
  /**
   * Why the packages installed for the candidate may differ from what the base asks for, a sentence part; `null` if both ask
   * for the same.
   */
  otherDependencies(): Promise<string | null>;
  /** The files of the commit, or all that its side has by now; paths are from the root of the repository. */
  filesNow(which: 'commit' | 'all'): Promise<FileStates>;
  /** Opens the agent of a suite on these files. `problem` is a sentence part. */
  openAgent(
    suite: LoadedSuite,
    options: { readonly planned_trials: number; readonly seeds: RunSeeds; readonly progress: Progress },
  ): Promise<OpenedAgent | { readonly problem: string }>;
  /** Removes the folder. */
  close(): Promise<void>;
}

/** Files by their path, each with a text that differs once somebody has written to it. */
export type FileStates = ReadonlyMap<string, string>;

/** A file that is not as it was. */
export function writtenSince(then: FileStates, now: FileStates): string | null {
  const file = [...then].find(([path, state]) => now.get(path) !== state) ?? [...now].find(([path]) => !then.has(path));
  return file?.[0] ?? null;
}

/** An agent that is ready to run, and what its run needs. */
export interface OpenedAgent {
  readonly agent: Agent;
  readonly custom: CustomChecks;
  /** Absent: no criterion is judged by a model. */
  readonly judge?: Judge;
  /** Variables without which the agent can't call its models. */
  readonly missing_keys: readonly string[];
  /** Progress without the secrets that the agent got. */
  readonly progress: Progress;
  readonly redact: (text: string) => string;
  /** Ends every program of the agent and the custom checks: further trials start them again. */
  rest(): Promise<void>;
  /** The same, and ends the connection to the models. */
  close(): Promise<void>;
}
