import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';

const root = join(import.meta.dirname, '../..');

/** What a pure room may not use. The compiler has never heard of it there, or the linter refuses it. */
const IMPURE = {
  compiler: [
    'process.env',
    "Buffer.from('')",
    'setTimeout(() => 0, 1)',
    'setImmediate(() => 0)',
    'queueMicrotask(() => 0)',
    'crypto.randomUUID()',
    'performance.now()',
    "fetch('http://a.example')",
    'console',
    '__dirname',
    'import.meta.dirname',
    "require('fs')",
    "import('node:fs')",
    'document',
    'navigator',
  ],
  linter: ['Math.random()', '[0].map(Math.random)', 'Date.now()', 'new Date()', 'Date()'],
};

/** What it may use. */
const PURE = [
  'new Date(0)',
  "Date.parse('2026-01-01')",
  'Date.UTC(2026, 1)',
  'Math.max(1, 2)',
  "new TextEncoder().encode('a')",
  "new TextDecoder('utf-8', { fatal: true }).decode()",
  "new URL('http://a.example').hostname",
  "btoa('a')",
  'structuredClone({ a: 1 })',
];

const copy = newFolder('purity');
const room = join(copy, 'src/gate');

beforeAll(() => {
  for (const folder of ['gate', 'commands', 'report/page']) mkdirSync(join(copy, 'src', folder), { recursive: true });
  for (const file of [
    ...['tsconfig.json', 'biome.json'],
    ...['src/tsconfig.pure.json', 'src/common/globals.d.ts', 'src/no-clock.grit'],
  ])
    cpSync(join(root, file), join(copy, file));
  // With Node's types within reach, as they are in the project.
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [kind, uses] of Object.entries({ ...IMPURE, pure: PURE }))
    uses.forEach((use, index) => {
      writeFileSync(join(room, `${kind}-${index}.ts`), `export const value = ${use};\n`);
      writeFileSync(join(copy, `src/commands/${kind}-${index}.ts`), `export const value = ${use};\n`);
    });
});

test('the compiler refuses what a pure room may not use, and nothing that it may', async () => {
  const complaints = await output('typescript-native/bin/tsc', [
    '--noEmit',
    '--pretty',
    'false',
    '--project',
    'src/tsconfig.pure.json',
  ]);
  expect(filesOf(complaints, /^src\/gate\/([a-z]+-\d+)\.ts\(/gm)).toEqual(names('compiler', IMPURE.compiler));
});

test('the linter refuses the clock and the dice of the language, in pure rooms only', async () => {
  const complaints = await output('.bin/biome', ['lint', '--reporter', 'github', '--max-diagnostics', 'none', 'src']);
  const refused = complaints.split('\n').filter((line) => line.includes('A pure room has no clock and no dice'));
  expect(filesOf(refused.join('\n'), /\/src\/gate\/([a-z]+-\d+)\.ts,/g)).toEqual(names('linter', IMPURE.linter));
  expect(refused.filter((line) => line.includes('/src/commands/'))).toEqual([]);
});

function names(kind: string, uses: readonly string[]): readonly string[] {
  return uses.map((_use, index) => `${kind}-${index}`).sort();
}

function filesOf(complaints: string, pattern: RegExp): readonly (string | undefined)[] {
  return [...new Set([...complaints.matchAll(pattern)].map(([, file]) => file))].sort();
}

/** What a program of the project writes; one that finds something ends with another exit code than 0. */
function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules', program), args, { cwd: copy }, (_error, stdout) => resolve(stdout));
  });
}
