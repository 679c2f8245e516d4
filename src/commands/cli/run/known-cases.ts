import type { RunOptions } from '#commands/options/flags.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { runnerRefusal } from '#config/runner-refusal.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';

/** A suite that was loaded, and where. */
export interface KnownCases {
  readonly suite: LoadedSuite;
  readonly files: SuiteFiles;
  readonly root: string;
  readonly cwd: string;
}

/** The selected cases of a suite; `null`: they can't be loaded, or only its own runner knows them, and standard error says why. */
export async function knownCases(
  cwd: string,
  { config, cases, tags }: Pick<RunOptions, 'config' | 'cases' | 'tags'>,
  flag: string,
): Promise<KnownCases | null> {
  const root = await workspaceRoot(cwd, config);
  const files = workspaceFiles(root, cwd, config);
  const loaded = await loadSuite(files, config, { ids: cases, tags });
  if ('issues' in loaded) {
    sayIssues(loaded.issues);
    return null;
  }
  const refusal = runnerRefusal(loaded.suite.config.agent, 'divided');
  if (refusal === null) return { suite: loaded.suite, files, root, cwd };
  say(`agent-eval: ${flag}: ${refusal}`);
  return null;
}
