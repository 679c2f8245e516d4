import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Files beside the programs on PATH that Python, pip and npm read whenever they start, whatever they are started for: what is written there
 * acts on every program after it. Installed packages do not, and are not listed.
 *
 * @param folders of PATH
 */
export async function startupFiles(folders: readonly string[]): Promise<readonly string[]> {
  const roots = [...new Set(folders.filter((folder) => basename(folder) === 'bin').map((folder) => dirname(folder)))];
  return (await Promise.all(roots.map(ofRoot))).flat().sort();
}

async function ofRoot(root: string): Promise<readonly string[]> {
  const libraries = await names(join(root, 'lib'), /^python\d/);
  const places = libraries.flatMap((name) => {
    const library = join(root, 'lib', name);
    return [library, join(library, 'site-packages'), join(library, 'dist-packages')];
  });
  const found = await Promise.all([
    at(root, /^(?:pyvenv\.cfg|pip\.conf)$/),
    at(join(root, 'etc'), /^npmrc$/),
    at(join(root, 'lib/node_modules/npm'), /^npmrc$/),
    ...places.map((place) => at(place, /\.pth$|^(?:site|user)customize(?:\.py)?$/)),
  ]);
  return found.flat();
}

async function at(folder: string, wanted: RegExp): Promise<readonly string[]> {
  return (await names(folder, wanted)).map((name) => join(folder, name));
}

async function names(folder: string, wanted: RegExp): Promise<readonly string[]> {
  const all = await readdir(folder).catch(() => []);
  return all.filter((name) => wanted.test(name));
}
