import type { LoadedSuite } from '#config/loaded-suite.ts';
import { runnerRefusal } from '#config/runner-refusal.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { type WorkspaceFiles, workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { sayIssues } from './say.ts';
import { workspaceRoot } from './workspace-root.ts';

/**
 * The suite of a config in the working directory, for work on its stored trials; `problem`: why it can't be used, a sentence, or
 * `''` where standard error has just said it.
 *
 * @param use what would happen to trials that a runner of its own made
 * @param cases ids; none: all
 */
export async function suiteHere(
  config: string,
  use: Parameters<typeof runnerRefusal>[1],
  cases: readonly string[] = [],
): Promise<{ readonly suite: LoadedSuite; readonly files: WorkspaceFiles } | { readonly problem: string }> {
  const cwd = process.cwd();
  const files = workspaceFiles(await workspaceRoot(cwd, config), cwd, config);
  const loaded = await loadSuite(files, config, { ids: cases, tags: [] });
  if ('issues' in loaded) {
    sayIssues(loaded.issues);
    return { problem: '' };
  }
  const problem = runnerRefusal(loaded.suite.config.agent, use);
  return problem === null ? { suite: loaded.suite, files } : { problem };
}
