import { dirname } from 'node:path';
import { importsOf } from './imports.ts';

/** Groups of folders that import each other, directly or through others, the largest first. Files are given by their path, `src/cli.ts`. */
export function folderKnots(files: readonly { readonly path: string; readonly text: string }[]): readonly string[][] {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file.path);
    for (const other of importsOf(file).map(dirname)) {
      if (other !== folder) imports.set(folder, (imports.get(folder) ?? new Set()).add(other));
    }
  }
  const reached = new Map([...imports.keys()].map((folder) => [folder, reachedFrom(folder)]));
  const tied = [...reached.keys()].filter((folder) => reached.get(folder)?.has(folder));
  const knots = Map.groupBy(tied, (folder) => tied.find((other) => reaches(folder, other) && reaches(other, folder)));
  return [...knots.values()].sort((left, right) => right.length - left.length);

  function reachedFrom(folder: string): ReadonlySet<string> {
    const all = new Set(imports.get(folder));
    for (const next of all) for (const further of imports.get(next) ?? []) all.add(further);
    return all;
  }

  function reaches(from: string, to: string): boolean {
    return reached.get(from)?.has(to) ?? false;
  }
}
