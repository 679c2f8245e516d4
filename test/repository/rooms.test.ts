import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
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

test('src/README.md names every room and every folder in one at its place, and gives no line to one that is gone', () => {
  const entries = readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = entries
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(src.length + 1)
        .replaceAll(sep, posix.sep),
    )
    .filter((folder) => folder.split('/').length <= 2);
  const [, tree = ''] = readFileSync(join(src, 'README.md'), 'utf8').split('```');
  const { lines, named } = foldersIn(tree);
  expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
  expect([...lines].filter((folder) => !folders.includes(folder))).toEqual([]);
});

/** Longer than this it is no longer read. */
const MOST_LINES = 12;

test('each room has a README of a few lines, whose imports and shown files are those of the code', () => {
  const crossings = importsBetweenRooms();
  const rooms = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.length).toBeGreaterThan(10);
  for (const { name } of rooms) {
    const text = readFileSync(join(src, name, 'README.md'), 'utf8');
    expect(text.trimEnd().split('\n').length, name).toBeLessThanOrEqual(MOST_LINES);
    const imports = crossings.filter(({ from }) => from === name).map(({ to }) => to);
    const files = crossings.filter(({ to }) => to === name).map(({ file }) => file);
    expect({ name, imports: namesIn(text, 'Imports'), shown: namesIn(text, 'Shown to other rooms') }).toEqual({
      name,
      imports: [...new Set(imports)].sort(),
      shown: [...new Set(files)].sort(),
    });
  }
});

test('the boundaries have no row for a room that is gone, and let a package in only where it is used', async () => {
  const boundaries = pathToFileURL(join(src, '../.dependency-cruiser.mjs')).href;
  const { packages, rooms }: Record<'packages' | 'rooms', { readonly [name: string]: readonly string[] }> =
    await import(boundaries);
  const known = [...Object.keys(rooms), ...Object.values(rooms).flat()];
  expect(known.filter((room) => !existsSync(join(src, room)))).toEqual([]);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: path.replaceAll(sep, posix.sep), text: readFileSync(join(src, path), 'utf8') }));
  const unused = Object.entries(packages).flatMap(([name, places]) =>
    places
      .filter((place) => !files.some(({ path, text }) => path.match(`^${place}`) && text.includes(`'${name}`)))
      .map((place) => `${name} in ${place}`),
  );
  expect(unused).toEqual([]);
});

test('the way of a call names files that are there', () => {
  const [, way = ''] = readFileSync(join(src, 'README.md'), 'utf8').split('## The way of a call');
  const paths = Array.from(
    way.split('\n## ')[0]?.matchAll(/`(\w[\w-]*\/[\w/-]+(?:\.ts)?)`/g) ?? [],
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(12);
  expect(paths.filter((path) => !existsSync(join(src, path.replace('/PROVIDER/', ''))))).toEqual([]);
});

test('a folder is named by a line of its own below its parent, or in the line of its parent', () => {
  const { lines, named } = foldersIn('a/   x, y/: z (k/), not m/n\n  b/   c/\nd/  e\n');
  expect([...lines]).toEqual(['a', 'a/b', 'd']);
  expect([...named]).toEqual(['a', 'a/y', 'a/k', 'a/b', 'a/b/c', 'd']);
});

interface Crossing {
  readonly from: string;
  readonly to: string;
  /** The file, or the folder with a slash, right in the room that is imported. */
  readonly file: string;
}

function importsBetweenRooms(): readonly Crossing[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((path) => {
    const file = path.replaceAll(sep, posix.sep);
    const [from = ''] = file.split('/');
    const text = readFileSync(join(src, path), 'utf8');
    return Array.from(text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g), ([, target = '']) => {
      const resolved = target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(file), target);
      const [to = '', inside = '', ...rest] = resolved.split('/');
      return { from, to, file: rest.length > 0 ? `${inside}/` : inside };
    }).filter(({ to, file }) => to !== from && file !== '' && !file.startsWith('..'));
  });
}

/** The names in code after a label, up to the full stop. */
function namesIn(text: string, label: string): readonly string[] {
  const [, line = ''] = new RegExp(`^${label}: (.*)\\.$`, 'm').exec(text) ?? [];
  return Array.from(line.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
}

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
