import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file that ships as it is, next to the source that uses it; the bundle has it in a folder of the same name.
 *
 * @param folder that of the source, as `import.meta.dirname` names it: in the bundle that of its chunks, or the one above
 */
export function shippedFile(folder: string, name: string): string {
  const path = [join(folder, name), join(folder, '..', name)].find((place) => existsSync(place));
  if (path === undefined) throw new Error(`${name} is missing next to the bundle: install this version again`);
  return path;
}

/**
 * The file of a program that ships with this one.
 *
 * @param name of its source in src/, without `.ts`
 */
export function ownProgram(name: string): string {
  const path = [
    // Next to the bundle, whose chunks have a folder of their own; or in the sources.
    join(import.meta.dirname, `${name}.js`),
    join(import.meta.dirname, '..', `${name}.js`),
    join(import.meta.dirname, '..', `${name}.ts`),
  ].find((place) => existsSync(place));
  if (path === undefined) throw new Error(`${name}.js is missing next to the bundle: install this version again`);
  return path;
}
