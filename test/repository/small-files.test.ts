import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { expect, test } from 'vitest';
import { foldable, type Sources } from './support/small-files.ts';

const src = join(import.meta.dirname, '../../src');

/** Small files with one user that stay, and why. */
const KEPT = {
  'config/foreign-options.ts': 'is a type of its own, which a config has no room for',
  'cases/dialects/registry.ts': 'is the table that a dialect is added to',
  'report/reasons/changed-key.ts': 'says a changed key of a policy alone, which tests ask for',
  'report/page/keys.ts': 'says when a key is meant for the report',
};

function sourcesOfProject(): Sources {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return new Map(files.map((file) => [file.replaceAll(sep, posix.sep), readFileSync(join(src, file), 'utf8')]));
}

test('a small file that one neighbour uses is a row among others of its type, or is kept for a reason', () => {
  expect(foldable(sourcesOfProject()).toSorted()).toEqual(Object.keys(KEPT).toSorted());
});

const row = (name: string) => `export const ${name}: Check<'${name}'> = { name: '${name}' };\n`;

test.each<[string, Record<string, string>, readonly string[]]>([
  [
    'a helper in the folder of its user is named',
    { 'room/user.ts': "import { help } from './help.ts';\n", 'room/help.ts': 'export function help(): void {}\n' },
    ['room/help.ts'],
  ],
  [
    'so is one in a folder that nobody else uses',
    { 'user.ts': "import { help } from './room/help.ts';\n", 'room/help.ts': 'export function help(): void {}\n' },
    ['room/help.ts'],
  ],
  [
    'a helper with two users stays',
    {
      'room/user.ts': "import { help } from './help.ts';\n",
      'room/other.ts': "import { help } from '#room/help.ts';\n",
      'room/help.ts': 'export function help(): void {}\n',
    },
    [],
  ],
  [
    'rows of a table stay',
    {
      'room/table.ts': "import { a } from './a.ts';\nimport { b } from './b.ts';\n",
      'room/a.ts': row('a'),
      'room/b.ts': row('b'),
    },
    [],
  ],
  [
    'what is loaded on use stays',
    { 'room/user.ts': "const { help } = await import('./help.ts');\n", 'room/help.ts': row('help') },
    [],
  ],
  [
    'what two files of another room use a folder for stays',
    {
      'user.ts': "import { help } from './room/help.ts';\n",
      'other.ts': "import { far } from './room/far.ts';\n",
      'room/help.ts': 'export function help(): void {}\n',
      'room/far.ts': `export function far(): void {}\n${'//\n'.repeat(25)}`,
    },
    [],
  ],
])('%s', (_, sources, named) => {
  expect(foldable(new Map(Object.entries(sources)))).toEqual(named);
});
