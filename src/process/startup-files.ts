import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Files that Python, pip and npm read at every start, and those with which pyenv and the like choose the Python that a shim on
 * PATH starts: a change there affects every later program. Installed packages do not, and are not listed.
 *
 * @param folders of PATH
 */
export async function startupFiles(folders: readonly string[]): Promise<readonly string[]> {
  const managers = folders.filter((folder) => basename(folder) === 'shims').map(dirname);
  const roots = [
    ...folders.filter((folder) => basename(folder) === 'bin').map(dirname),
    ...(await behindLinks(folders)),
  ];
  return (await Promise.all([...[...new Set(roots)].map(ofRoot), ...managers.map(behindShims)])).flat().sort();
}

/** An interpreter finds its settings relative to its own file, not to the link on PATH. */
async function behindLinks(folders: readonly string[]): Promise<readonly string[]> {
  const programs = (await Promise.all(folders.map((folder) => at(folder, INTERPRETER)))).flat();
  const files = await Promise.all(programs.map((file) => realpath(file).catch(() => file)));
  return files
    .map(dirname)
    .filter((folder) => basename(folder) === 'bin')
    .map(dirname);
}

/** Files of a version manager: the chosen version, the interpreters themselves, and what the shims run before them. */
async function behindShims(root: string): Promise<readonly string[]> {
  const versions = (await at(join(root, 'versions'), /./)).map(async (version) => [
    version,
    ...(await at(join(version, 'bin'), INTERPRETER)),
    ...(await ofRoot(version)),
  ]);
  const own = [at(root, /^version$/), at(join(root, 'libexec'), /./), at(join(root, 'pyenv.d/exec'), /./)];
  return (await Promise.all([...own, ...versions])).flat();
}

const INTERPRETER = /^(?:python|pip|node$|npm$|npx$)/;

async function ofRoot(root: string): Promise<readonly string[]> {
  const libraries = await names(join(root, 'lib'), /^python\d/);
  const places = libraries.flatMap((name) => {
    const library = join(root, 'lib', name);
    return [library, join(library, 'site-packages'), join(library, 'dist-packages')];
  });
  const groups = await Promise.all([
    at(root, /^(?:pyvenv\.cfg|pip\.conf|npmrc)$/),
    at(join(root, 'etc'), /^npmrc$/),
    at(join(root, 'lib/node_modules/npm'), /^npmrc$/),
    ...places.map((place) => at(place, /\.pth$|^(?:site|user)customize(?:\.py)?$/)),
  ]);
  return groups.flat();
}

async function at(folder: string, pattern: RegExp): Promise<readonly string[]> {
  return (await names(folder, pattern)).map((name) => join(folder, name));
}

async function names(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const all = await readdir(folder).catch(() => []);
  return all.filter((name) => pattern.test(name));
}
