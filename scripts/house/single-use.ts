import { importsOf } from './imports.ts';
import { linesOfCode } from './lines-of-code.ts';

const FEW = 40;

/** Short files that one other file of their room imports, and no other file at all: they may be a part of it. */
export function singleUse(files: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  const users = new Map<string, Set<string>>();
  for (const file of files)
    for (const used of importsOf(file)) users.set(used, (users.get(used) ?? new Set()).add(file.path));
  return files
    .filter(({ path, text }) => {
      const [user, ...more] = users.get(path) ?? [];
      return user !== undefined && more.length === 0 && roomOf(user) === roomOf(path) && linesOfCode(path, text) <= FEW;
    })
    .map(({ path }) => path);
}

function roomOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}
