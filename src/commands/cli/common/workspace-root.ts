import { dirname, relative, resolve } from 'node:path';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';

/** The folder that limits reading: the config's repository, or without one the working directory or the config's folder. */
export async function workspaceRoot(cwd: string, configPath: string): Promise<string> {
  const folder = dirname(resolve(cwd, configPath));
  const { root } = await repositoryFacts(folder);
  return root ?? (relative(cwd, folder).startsWith('..') ? folder : cwd);
}
