import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, type Json } from '#domain/json.ts';
import { parseJsonText } from '#domain/json-text.ts';

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
  const asked = ['dependencies', 'devDependencies', 'peerDependencies'].map((list) =>
    packageJson === null ? null : firstNumber(valueAt(packageJson, [list, name])),
  );
  return asked.find((major) => major !== null) ?? null;
}

function valueAt(text: string, path: readonly string[]): Json | undefined {
  try {
    return path.reduce<Json | undefined>(
      (value, key) => (isJsonObject(value) ? value[key] : undefined),
      parseJsonText(text),
    );
  } catch {
    return undefined;
  }
}

function firstNumber(range: Json | undefined): number | null {
  const [, digits] = (typeof range === 'string' ? /^[~^>=v\s]*(\d+)/.exec(range) : null) ?? [];
  return digits === undefined ? null : Number(digits);
}
