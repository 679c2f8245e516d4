import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './child-environment.ts';
import { KEPT_BELOW_HOME, ownPlaces, TOOLS_BELOW_HOME } from './own-places.ts';

/** An empty home and an empty folder for temporary files. */
export interface OwnFolders {
  /** Both are in it; absolute. */
  readonly folder: string;
  /** A program's variables, with every home, cache and temporary folder replaced by these. */
  environment(of: Environment): Environment;
  /** Removes them. Never throws. */
  close(): Promise<void>;
}

/**
 * Creates an empty home and temporary folder, so that nothing can reach a program that others left in this user's: caches,
 * packages, settings of npm, pip and git.
 *
 * @param temporary folder for temporary files, absolute
 */
export async function makeOwnFolders(temporary: string): Promise<OwnFolders> {
  const top = await mkdtemp(join(temporary, 'agent-eval-home-'));
  const places = ownPlaces(top);
  const folders = [places.home, places.temporary, places.runtime];
  for (const folder of folders) await mkdir(folder, { mode: 0o700 });
  return {
    folder: top,
    environment(of) {
      const others = Object.entries(of).filter(([name]) => !(name.toUpperCase() in places.variables));
      return { ...Object.fromEntries(others), ...below(of['HOME'], TOOLS_BELOW_HOME, of), ...places.variables };
    },
    async close() {
      await remove(top).catch(() => {});
    },
  };
}

/**
 * The folders and the environment of one process that judges. The agent runs as the same user, and could have left there what
 * interpreters load or obey: modules of Python in the user's site, byte code, settings of npm, git or gem. Caches and virtual
 * environments stay where they are, because a check may need what was installed there.
 */
export async function judgingFolders(
  environment: Environment,
): Promise<{ readonly environment: Environment; close(): Promise<void> }> {
  const own = await makeOwnFolders(tmpdir());
  const judging = own.environment(environment);
  return {
    environment: {
      ...judging,
      ...below(environment['HOME'], KEPT_BELOW_HOME, {}),
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => name in KEPT_BELOW_HOME)),
      PYTHONNOUSERSITE: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPYCACHEPREFIX: join(judging['TMPDIR'] ?? '', 'compiled'),
    },
    close: own.close,
  };
}

/** Folders that exist in a home, by the variable that names each, as far as those are not known. */
function below(home: string | undefined, folders: Environment, known: Environment): Environment {
  if (home === undefined) return {};
  const places = Object.entries(folders).map(([name, folder]) => [name, join(home, folder)] as const);
  return Object.fromEntries(places.filter(([name, folder]) => known[name] === undefined && existsSync(folder)));
}

/** Go writes its caches read-only, so they must be made writable before they can be removed. */
async function remove(folder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 3 } as const;
  await rm(folder, options).catch(async () => {
    await makeWritable(folder);
    await rm(folder, options);
  });
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => {});
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
