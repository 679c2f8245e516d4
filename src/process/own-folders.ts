import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './child-environment.ts';
import { ownPlaces, TOOLS_BELOW_HOME } from './own-places.ts';

/** An empty home and an empty folder for temporary files. */
export interface OwnFolders {
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
    environment(of) {
      const others = Object.entries(of).filter(([name]) => !(name.toUpperCase() in places.variables));
      return { ...Object.fromEntries(others), ...toolsBelow(of['HOME'], of), ...places.variables };
    },
    async close() {
      await remove(top).catch(() => {});
    },
  };
}

/** Programs in the home are no settings: their shims on PATH would find nothing in another home. */
function toolsBelow(home: string | undefined, known: Environment): Environment {
  if (home === undefined) return {};
  const places = Object.entries(TOOLS_BELOW_HOME).map(([name, folder]) => [name, join(home, folder)] as const);
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
