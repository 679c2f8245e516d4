import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '#adapters/workspace/files/exists.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#domain/baseline/results/trajectories-file.ts';

/** Name of the folder for baselines, below the working directory. */
export const BASELINES_FOLDER = 'agent-eval-baselines';

/** Runs that are saved under a name to compare with: each in a folder of its own, with its trajectories. */
export interface SavedBaselines {
  /** Creates the folder of one, to be filled. */
  make(name: string): Promise<string>;
  /** Path of its results file, which need not exist. */
  results(name: string): string;
  names(): Promise<readonly string[]>;
  /** Copies results and trajectories of an output folder, and replaces what had the name. */
  save(name: string, output: string): Promise<void>;
  /** Deletes one, with its trajectories. */
  remove(name: string): Promise<void>;
  /** The one that runs are compared with if they name none. */
  inUse(): Promise<string | null>;
  /** `null`: none. */
  use(name: string | null): Promise<void>;
}

/** The baselines saved in a folder, absolute. The folder is created on the first save, with a `.gitignore` for itself. */
export function savedBaselines(folder: string): SavedBaselines {
  const marker = join(folder, IN_USE);
  const make = async (): Promise<void> => {
    const made = await mkdir(folder, { recursive: true });
    if (made !== undefined) await writeFile(join(folder, '.gitignore'), '*\n');
  };
  const names = async (): Promise<readonly string[]> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => entry.isDirectory() && isBaselineName(entry.name));
    const held = await Promise.all(
      folders.map(async ({ name }) => ((await holdsRun(join(folder, name))) ? [name] : [])),
    );
    return held.flat().sort();
  };
  return {
    async make(name) {
      await make();
      return join(folder, name);
    },
    results: (name) => join(folder, name, RESULTS),
    names,
    async save(name, output) {
      await make();
      // All or nothing: results and trajectories of two runs must not be mixed.
      const part = join(folder, `.${name}.part`);
      await rm(part, { recursive: true, force: true });
      await mkdir(part);
      for (const file of [RESULTS, TRAJECTORIES_FILE, REQUESTS_FILE])
        if (await exists(join(output, file))) await copyFile(join(output, file), join(part, file));
      await rm(join(folder, name), { recursive: true, force: true });
      await rename(part, join(folder, name));
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async inUse() {
      const name = (await readFile(marker, 'utf8').catch(() => '')).trim();
      return isBaselineName(name) ? name : null;
    },
    async use(name) {
      if (name === null) return rm(marker, { force: true });
      await make();
      await writeFile(marker, `${name}\n`);
    },
  };
}

/** Whether a name is valid for a folder on every system and can't lead to another folder. */
export function isBaselineName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name);
}

async function holdsRun(folder: string): Promise<boolean> {
  return exists(join(folder, RESULTS));
}

const RESULTS = 'results.json';
const IN_USE = '.in-use';
