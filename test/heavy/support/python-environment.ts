import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from './cached-folder.ts';
import { mustRun } from './run-program.ts';

/** Packages from PyPI, installed beside each other. */
export interface PythonEnvironment {
  /** The interpreter. */
  readonly python: string;
  /** What the interpreter needs to find the packages. */
  readonly env: { readonly PYTHONPATH: string };
  /** Path of a program that one of the packages brings. */
  readonly program: (name: string) => string;
}

/**
 * Installs the pinned packages of `test/heavy/packages/NAME.txt` into the cache.
 *
 * @throws when there is no Python with pip, or a package can't be installed
 */
export async function pythonEnvironment(name: string): Promise<PythonEnvironment> {
  const requirements = join(import.meta.dirname, '..', 'packages', `${name}.txt`);
  const version = await mustRun(['python3', '--version']);
  const folder = await cachedFolder(name, [version, await readFile(requirements, 'utf8')], async (target) => {
    await mustRun(['python3', '-m', 'pip', 'install', ...PIP_OPTIONS, '--target', target, '-r', requirements]);
  });
  return { python: 'python3', env: { PYTHONPATH: folder }, program: (file) => join(folder, 'bin', file) };
}

const PIP_OPTIONS = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary', ':all:'];
