import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workspaceFiles } from '#adapters/files/workspace-files.ts';

const root = mkdtempSync(join(tmpdir(), 'workspace-'));
const files = workspaceFiles(root, root, 'config/eval.yml');
const LONG = `${'a'.repeat(200)}.yml`;

beforeAll(() => {
  const paths = ['a.yml', 'b.yml', 'b.json', 'f(x).yml', '.hidden.yml', 'deep/c.yml', 'deep/er/d.yml', '.dot/e.yml'];
  for (const path of [...paths, 'node_modules/p/f.yml', LONG].map((path) => join(root, 'config/evals', path))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a file that is not there', () => {
  test.each([
    ['config/eval.yml', '"config/eval.yml" does not exist; correct the path, or write it with "agent-eval init"'],
    ['config/none.yml', '"config/none.yml" does not exist; correct the path, or add the file'],
  ])('%s is named with what may be done', async (path, problem) => {
    expect(await files.read(path)).toEqual({ problem });
  });
});

describe('expanding a glob', () => {
  test.each<[glob: string, found: readonly string[]]>([
    ['evals/a.yml', ['a.yml']],
    ['./evals//a.yml', ['a.yml']],
    ['evals/?.yml', ['a.yml', 'b.yml']],
    ['evals/[!a].*', ['b.json', 'b.yml']],
    ['evals/{a,b}.yml', ['a.yml', 'b.yml']],
    ['evals/{a,deep/c}.yml', ['a.yml', 'deep/c.yml']],
    ['evals/f(x).yml', ['f(x).yml']],
    ['evals/d*/*.yml', ['deep/c.yml']],
    ['evals/**/[cd].yml', ['deep/c.yml', 'deep/er/d.yml']],
    ['**/er/**', ['deep/er/d.yml']],
    ['**/*.yml', ['a.yml', LONG, 'b.yml', 'deep/c.yml', 'deep/er/d.yml', 'f(x).yml']],
    ['evals/.*.yml', ['.hidden.yml']],
    ['evals/.dot/*.yml', ['.dot/e.yml']],
    ['evals/*/e.yml', []],
    ['evals/node_modules/**/*.yml', ['node_modules/p/f.yml']],
    ['evals/*.txt', []],
    ['nowhere/*.yml', []],
    ['evals', []],
    ['../config/evals/a.yml', []],
    ['/etc/*', []],
  ])('%s', async (glob, found) => {
    expect(await files.expand(glob)).toEqual(found.map((path) => `config/evals/${path}`));
  });

  // A matcher that backtracks takes more than 30 s; a linear one milliseconds.
  test('a glob made against a file name ends soon', { timeout: 5000 }, async () => {
    expect(await files.expand(`evals/${'*a'.repeat(6)}b.yml`)).toEqual([]);
  });
});
