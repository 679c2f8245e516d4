import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { readBounded } from '#runner/workspace/results/read-bounded.ts';
import { newFolder } from '#test/support/new-folder.ts';

const root = newFolder('workspace');
const files = workspaceFiles(root, root, 'config/eval.yml');
const LONG = `${'a'.repeat(200)}.yml`;

beforeAll(() => {
  const paths = ['a.yml', 'b.yml', 'b.json', 'f(x).yml', '.hidden.yml', 'deep/c.yml', 'deep/er/d.yml', '.dot/e.yml'];
  for (const path of [...paths, 'node_modules/p/f.yml', LONG].map((path) => join(root, 'config/evals', path))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
});

describe('a file that is not there', () => {
  test.each([
    ['config/eval.yml', '"config/eval.yml" does not exist; correct the path, or let the command "init" write it'],
    ['config/none.yml', '"config/none.yml" does not exist; correct the path, or add the file'],
    ['config/evals/a.yaml', '"config/evals/a.yaml" does not exist, but "config/evals/a.yml" does; rename it'],
  ])('%s is named with what may be done', async (path, problem) => {
    expect(await files.read(path)).toEqual({ problem });
  });
});

test('a pointer of Git LFS is no text, no fixture and no result, and is named with the way to its content', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
  mkdirSync(join(root, 'config/fixture'));
  for (const path of ['config/cases.lfs', 'config/fixture/data.bin']) writeFileSync(join(root, path), pointer);
  const words = /^"config\/.*" is a pointer of Git LFS.*`lfs: true`/;
  expect(await files.read('config/cases.lfs')).toEqual({ problem: expect.stringMatching(words) });
  expect(await files.folder('config/fixture', 1e6)).toEqual({ problem: expect.stringMatching(words) });
  expect(await readBounded(join(root, 'config/cases.lfs'), 1e6)).toMatchObject({
    problem: expect.stringContaining('is a pointer of Git LFS'),
  });
  writeFileSync(join(root, 'config/notes.md'), `About Git LFS:\n${pointer}`);
  expect(await files.read('config/notes.md')).toHaveProperty('text');
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
  test('follows links inside the workspace, each file once, and gives those that can not be followed to be named', async () => {
    const [evals, common] = [join(root, 'linked/evals'), join(root, 'linked/common')];
    for (const folder of [evals, join(common, 'more')]) mkdirSync(folder, { recursive: true });
    for (const path of [join(evals, 'a.yml'), join(common, 'safety.yml'), join(common, 'more/m.yml')])
      writeFileSync(path, '');
    const links = {
      'safety.yml': '../common/safety.yml',
      more: '../common/more',
      'same.yml': 'a.yml',
      circle: '..',
      'broken.yml': 'nowhere.yml',
      outside: tmpdir(),
      'outside.yml': import.meta.filename,
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(evals, name));
    const linked = workspaceFiles(join(root, 'linked'), join(root, 'linked'), 'eval.yml');
    const found = await linked.expand('evals/**/*.yml');
    expect(found).toEqual(
      ['a.yml', 'broken.yml', 'more/m.yml', 'outside', 'outside.yml', 'safety.yml'].map((path) => `evals/${path}`),
    );
    const read = await Promise.all(found.map((path) => linked.read(path)));
    expect(read.map((file) => ('problem' in file ? file.problem : file.text))).toEqual([
      '',
      expect.stringContaining('"evals/broken.yml" is a symbolic link to a file that does not exist'),
      '',
      expect.stringContaining('"evals/outside" is outside the workspace'),
      expect.stringContaining('"evals/outside.yml" is outside the workspace'),
      '',
    ]);
  });

  test('a glob made against a file name ends soon', async () => {
    expect(await files.expand(`evals/${'*a'.repeat(6)}b.yml`)).toEqual([]);
  });
});

describe('a folder as a whole', () => {
  test('holds hidden files, and nothing that is installed', async () => {
    expect(await files.below('config/evals/.dot')).toEqual(['config/evals/.dot/e.yml']);
    const found = await files.below('config/evals');
    expect(found).toContain('config/evals/.hidden.yml');
    expect(found.filter((path) => path.includes('node_modules'))).toEqual([]);
    expect(await files.below('config/nothing')).toEqual([]);
    expect(await files.below('..')).toEqual([]);
  });

  test('holds no file that the repository ignores', async () => {
    const folder = newFolder('ignoring');
    execFileSync('git', ['init', '-q'], { cwd: folder });
    for (const [name, text] of Object.entries({ '.gitignore': 'dist/', 'checks/a.py': '', 'checks/dist/b.py': '' })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    expect(await workspaceFiles(folder, folder, 'eval.yml').below('checks')).toEqual(['checks/a.py']);
  });
});

test('a file is hashed as git hashes it, whatever its bytes are, and nothing outside', async () => {
  writeFileSync(join(root, 'config/bytes.so'), Buffer.from([0xff, 0x00, 0x0a]));
  expect(await files.hash('config/evals/a.yml')).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
  expect(await files.hash('config/bytes.so')).toMatch(/^[0-9a-f]{40}$/);
  expect(await files.hash('config/evals')).toBeNull();
  expect(await files.hash('../outside')).toBeNull();
});
