import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from './cached-folder.ts';
import { mustRun } from './run-program.ts';

/**
 * Installs the locked packages of `test/heavy/packages/NAME/` into the cache, and gives the path of `node_modules`.
 *
 * @param options of `npm ci`
 * @throws when a package can't be installed
 */
export async function npmPackages(name: string, options: readonly string[] = []): Promise<string> {
  const source = join(import.meta.dirname, '..', 'packages', name);
  const files = ['package.json', 'package-lock.json'];
  const texts = await Promise.all(files.map((file) => readFile(join(source, file), 'utf8')));
  const folder = await cachedFolder(name, [...texts, ...options], async (target) => {
    for (const file of files) await copyFile(join(source, file), join(target, file));
    await mustRun(['npm', 'ci', ...NPM_OPTIONS, ...options], { cwd: target });
  });
  return join(folder, 'node_modules');
}

const NPM_OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
