import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { loadSuite } from '#application/load/load-suite.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { RunOptions } from '#entry/options/flags.ts';
import { sayIssues } from '../say.ts';
import { workspaceRoot } from '../workspace-root.ts';

/** The selected cases of a suite; `null`: it can't be loaded, and standard error says why. */
export async function knownCases(
  cwd: string,
  { config, cases, tags }: Pick<RunOptions, 'config' | 'cases' | 'tags'>,
): Promise<LoadedSuite['cases'] | null> {
  const files = workspaceFiles(await workspaceRoot(cwd, config), cwd, config);
  const loaded = await loadSuite(files, config, { ids: cases, tags });
  if (!('issues' in loaded)) return loaded.suite.cases;
  sayIssues(loaded.issues);
  return null;
}
