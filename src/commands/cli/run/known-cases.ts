import type { RunOptions } from '#commands/options/flags.ts';
import { runnerRefusal } from '#config/runner-refusal.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';

/** Ids of the selected cases of a suite; `null`: they can't be loaded, or only its own runner knows them, and standard error says why. */
export async function knownCases(
  cwd: string,
  { config, cases, tags }: Pick<RunOptions, 'config' | 'cases' | 'tags'>,
): Promise<ReadonlySet<string> | null> {
  const files = workspaceFiles(await workspaceRoot(cwd, config), cwd, config);
  const loaded = await loadSuite(files, config, { ids: cases, tags });
  if ('issues' in loaded) {
    sayIssues(loaded.issues);
    return null;
  }
  const refusal = runnerRefusal(loaded.suite.config.agent, 'divided');
  if (refusal === null) return new Set(loaded.suite.cases.map(({ id }) => id));
  say(`agent-eval: --failed: ${refusal}`);
  return null;
}
