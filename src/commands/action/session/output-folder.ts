import { join } from 'node:path';
import type { ActionInputs } from '#commands/options/inputs.ts';
import type { RunnerContext, RunnerVariables } from '#github/event/run-context.ts';
import { exists } from '#runner/workspace/files/exists.ts';

/** The folder that this step writes to; `note` says so if it is not the usual one for its key. */
export interface OutputFolder {
  readonly path: string;
  readonly note: string | null;
}

/**
 * `agent-eval-results[-KEY]` below RUNNER_TEMP, which the runner empties before each job. If it exists, an earlier step of this
 * job wrote it, and that step's outputs name it: then the first free one of `…-2`, `…-3` and so on. Not in the checkout: files
 * of the pull request must not decide where we write.
 */
export async function outputFolder(
  environment: RunnerVariables,
  { workspace }: Pick<RunnerContext, 'workspace'>,
  { key }: Pick<ActionInputs, 'key'>,
): Promise<OutputFolder> {
  const temp = environment['RUNNER_TEMP'] ?? null;
  const usual = join(temp ?? workspace, `agent-eval-results${key === '' ? '' : `-${key}`}`);
  // If no runner empties the folder, its age is unknown.
  if (temp === null || !(await exists(usual))) return { path: usual, note: null };
  let number = 2;
  while (await exists(`${usual}-${number}`)) number += 1;
  const path = `${usual}-${number}`;
  const note = `${usual} holds the results of an earlier step of this job; those of this step are written to ${path} (the output results-path names it). The input "key" gives each suite a folder, artifacts and a comment of its own.`;
  return { path, note };
}
