import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { namedInPackageJson } from './dependencies.ts';

/** What lets a program of Node import the TypeScript of a project: its tsx, or Node itself. */
export interface FoundTypeScript {
  readonly by: 'tsx' | 'node';
  /** The file that shows it. */
  readonly file: string;
}

/** Whether a project of Node is written in TypeScript; `null`: it is not. */
export async function findTypeScript(cwd: string, packageJson: string | null): Promise<FoundTypeScript | null> {
  const isNamed = namedInPackageJson(packageJson ?? '');
  if (isNamed('tsx')) return { by: 'tsx', file: 'package.json' };
  if (await exists(join(cwd, 'tsconfig.json'))) return { by: 'node', file: 'tsconfig.json' };
  return isNamed('typescript') ? { by: 'node', file: 'package.json' } : null;
}

/**
 * The major version of a package of Node: the installed one, here or in a folder above, or else the one that package.json asks
 * for; `null` if neither says.
 */
export async function findMajor(cwd: string, name: string, packageJson: string | null): Promise<number | null> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(() => null);
    const installed = text === null ? null : firstNumber(valueAt(text, ['version']));
    if (installed !== null) return installed;
    if (dirname(folder) === folder) break;
  }
  const versions = ['dependencies', 'devDependencies', 'peerDependencies'].map((list) =>
    packageJson === null ? null : firstNumber(valueAt(packageJson, [list, name])),
  );
  return versions.find((major) => major !== null) ?? null;
}

function valueAt(text: string, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, key) => (isJsonObject(value) ? value[key] : undefined),
    jsonOrUndefined(text),
  );
}

function firstNumber(range: Json | undefined): number | null {
  const [, digits] = (typeof range === 'string' ? /^[~^>=v\s]*(\d+)/.exec(range) : null) ?? [];
  return digits === undefined ? null : Number(digits);
}
