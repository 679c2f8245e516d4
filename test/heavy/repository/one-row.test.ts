import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const GENERATED = ['action.yml', 'docs/inputs.md', 'docs/terminal.md'];
const TABLE = 'src/entry/options/options.ts';

/** A copy of what the table of options is written into and compiled with. */
const house = mkdtempSync(join(tmpdir(), 'one-row-'));

beforeAll(() => {
  for (const path of ['src', 'scripts', 'docs', 'action.yml', 'package.json'])
    cpSync(join(root, path), join(house, path), { recursive: true });
  const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  writeFileSync(join(house, 'tsconfig.json'), JSON.stringify({ ...config, include: ['src'] }));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
});

beforeEach(() => {
  for (const path of [TABLE, ...GENERATED]) cpSync(join(root, path), join(house, path));
});

afterAll(() => rmSync(house, { recursive: true }));

describe('a further row of the table of options', () => {
  test('that is an input compiles alone, and npm run inputs writes the rest', async () => {
    addRow('input: {}');
    expect(await filesThatDoNotCompile()).toEqual([]);
    expect(await filesWritten()).toEqual(['action.yml', 'docs/inputs.md']);
  });

  test('that is an input and a flag does not compile until settingsOf takes it up', async () => {
    addRow('input: {}, flag: {}');
    expect(await filesThatDoNotCompile()).toEqual(['src/entry/compose/request-settings.ts']);
    expect(await filesWritten()).toEqual(GENERATED);
    expect(read('action.yml')).toContain("  max-steps:\n    description: Most steps of a trial.\n    default: ''\n");
    expect(read('docs/inputs.md')).toContain('\n| `max-steps` | | Most steps of a trial. |\n');
    expect(read('docs/terminal.md')).toMatch(/^\| `run .* \[--max-steps N\] .*` \|/m);
  });
});

function addRow(sides: string): void {
  const table = read(TABLE);
  const row = `  'max-steps': { kind: count(100), means: 'Most steps of a trial.', ${sides} },\n`;
  writeFileSync(join(house, TABLE), table.replace("  'max-trials': {", `${row}  'max-trials': {`));
  expect(read(TABLE)).not.toBe(table);
}

async function filesThatDoNotCompile(): Promise<readonly string[]> {
  const { stdout } = await node('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false');
  return [...new Set([...stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))];
}

async function filesWritten(): Promise<readonly string[]> {
  await node('scripts/write-inputs.ts');
  return GENERATED.filter((path) => read(path) !== readFileSync(join(root, path), 'utf8'));
}

/** The compiler ends with another exit code than 0 where it finds something, which is no fault here. */
async function node(...args: readonly string[]): Promise<{ readonly stdout: string }> {
  return promisify(execFile)(process.execPath, args, { cwd: house }).catch((error) => error);
}

function read(path: string): string {
  return readFileSync(join(house, path), 'utf8');
}
