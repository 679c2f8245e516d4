import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** What a reader still takes in at a glance. */
const MOST_FILES = 25;

test('no folder of src holds more files than a reader takes in', () => {
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(500);
  const counts = Map.groupBy(files, ({ parentPath }) => parentPath);
  const crowded = [...counts].filter(([, inside]) => inside.length > MOST_FILES);
  expect(crowded.map(([folder, inside]) => `${folder.slice(src.length + 1)}: ${inside.length} files`)).toEqual([]);
});

test('src/README.md names every folder down to the third level at its place, and gives no line to one that is gone', () => {
  const entries = readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = entries
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(src.length + 1)
        .replaceAll(sep, posix.sep),
    )
    .filter((folder) => folder.split('/').length <= 3);
  const [, tree = ''] = readFileSync(join(src, 'README.md'), 'utf8').split('```');
  const { lines, named } = foldersIn(tree);
  expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
  expect([...lines].filter((folder) => !folders.includes(folder))).toEqual([]);
});

test('a folder is named by a line of its own below its parent, or in the line of its parent', () => {
  const { lines, named } = foldersIn('a/   x, y/: z (k/), not m/n\n  b/   c/\nd/  e\n');
  expect([...lines]).toEqual(['a', 'a/b', 'd']);
  expect([...named]).toEqual(['a', 'a/y', 'a/k', 'a/b', 'a/b/c', 'd']);
});

/** Folders with a line in a tree that is indented by two, and these with the ones that the rest of their lines names. */
function foldersIn(tree: string): { readonly lines: ReadonlySet<string>; readonly named: ReadonlySet<string> } {
  const lines = new Set<string>();
  const named = new Set<string>();
  const above: string[] = [];
  for (const [, indent = '', name = '', rest = ''] of tree.matchAll(/^( *)([\w-]+)\/ +(.*)$/gm)) {
    const folder = [...above.slice(0, indent.length / 2), name].join('/');
    above.splice(indent.length / 2, Infinity, name);
    lines.add(folder);
    named.add(folder);
    for (const [, inside] of rest.matchAll(/(?<![\w/.-])([\w-]+)\/(?![\w.-])/g)) named.add(`${folder}/${inside}`);
  }
  return { lines, named };
}
