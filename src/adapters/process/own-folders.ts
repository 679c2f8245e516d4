import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './child-environment.ts';
import { ownPlaces, TOOLS_BELOW_HOME } from './own-places.ts';

/** An empty home and an empty folder for temporary files. */
export interface OwnFolders {
  /** The variables of a program with everything in them that names a home, a cache or a folder for temporary files naming these. */
  environment(of: Environment): Environment;
  /** Removes them. Throws nothing. */
  close(): Promise<void>;
}

/**
 * Makes folders of their own for programs that nothing may reach which others left in the home or the temporary folder of this user: caches,
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

/** Programs that live in the home are not settings of it: their shims on PATH would find nothing in another home. */
function toolsBelow(home: string | undefined, known: Environment): Environment {
  if (home === undefined) return {};
  const places = Object.entries(TOOLS_BELOW_HOME).map(([name, folder]) => [name, join(home, folder)] as const);
  return Object.fromEntries(places.filter(([name, folder]) => known[name] === undefined && existsSync(folder)));
}

/** Caches of Go are folders that nothing can be removed from. */
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
