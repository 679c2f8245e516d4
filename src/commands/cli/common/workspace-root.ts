import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { exists } from '#runner/workspace/files/exists.ts';

/** The folder that limits reading: the config's repository, or without one the working directory or the config's folder. */
export async function workspaceRoot(cwd: string, configPath: string): Promise<string> {
  const folder = dirname(resolve(cwd, configPath));
  const repository = await repositoryAround(await realpath(folder).catch(() => folder));
  return repository ?? (relative(cwd, folder).startsWith('..') ? folder : cwd);
}

/** The nearest folder with a `.git`, which git is not asked for: starting it takes a tenth of `validate`. */
async function repositoryAround(folder: string): Promise<string | null> {
  if (await exists(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : repositoryAround(parent);
}
