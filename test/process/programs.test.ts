import { chmod, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPrograms } from '#process/programs.ts';
import { newFolder } from '#test/support/new-folder.ts';

const LINUX = { platform: 'linux' } as const;

let first: string;
let second: string;
let path: string;

beforeEach(async () => {
  const top = newFolder('programs');
  [first, second] = [join(top, 'one/bin'), join(top, 'two/bin')];
  for (const folder of [first, second]) await mkdir(folder, { recursive: true });
  path = `${first}:relative/bin::${second}`;
});

describe('a program is the file that PATH named first', () => {
  test('and stays it when another one is put before it', async () => {
    await program(join(second, 'tool'));
    const programs = await readPrograms(path, LINUX);
    await program(join(first, 'tool'));
    expect(programs.resolve(['tool', 'x'])).toEqual([join(second, 'tool'), 'x']);
  });

  test('that can be run: as the system passes over others', async () => {
    await writeFile(join(first, 'tool'), '');
    await mkdir(join(first, 'other'));
    await program(join(second, 'tool'));
    const programs = await readPrograms(path, LINUX);
    expect(programs.resolve(['tool'])).toEqual([join(second, 'tool')]);
    expect(programs.resolve(['other'])).toEqual(['other']);
  });

  test.each([['./tool'], ['/bin/tool'], ['unknown'], ['']])('%j is none of them, and stays as it is', async (word) => {
    await program(join(first, 'tool'));
    expect((await readPrograms(path, LINUX)).resolve([word])).toEqual([word]);
  });
});

describe('what was changed since is reported', () => {
  const changes: readonly [string, () => Promise<void>][] = [
    ['another one before it', () => program(join(first, 'tool'))],
    ['another one behind it', () => program(join(second, 'tool-2')).then(() => program(join(second, 'first')))],
    ['its text', () => writeFile(join(first, 'first'), '#!/bin/sh\nexit 1\n')],
    ['its mode', () => chmod(join(first, 'first'), 0o600)],
    ['another file in its place', () => rename(join(first, 'spare'), join(first, 'first'))],
    ['a link in its place', () => rm(join(first, 'first')).then(() => symlink('/bin/true', join(first, 'first')))],
    ['its removal', () => rm(join(first, 'first'))],
    ['what its link leads to', () => writeFile(join(first, '../real'), 'x')],
  ];

  test.each(changes)('%s', async (_, change) => {
    await program(join(first, 'first'));
    await program(join(first, 'spare'));
    await program(join(second, 'tool'));
    await program(join(first, '../real'));
    await symlink('../real', join(first, 'linked'));
    const programs = await afterwards();
    expect(await programs.changed()).toEqual([]);
    await change();
    expect((await programs.changed()).join()).toMatch(/^"(?:tool|first|linked)" \(.*\) was put on PATH or changed/);
  });

  test.each([
    'lib/python3.12/site-packages/sitecustomize.py',
    'lib/python3.12/site-packages/x.pth',
    'etc/npmrc',
    'pip.conf',
  ])('a file that programs read when they start: %s', async (file) => {
    const programs = await afterwards();
    await mkdir(join(first, '..', file, '..'), { recursive: true });
    await writeFile(join(first, '..', file), '');
    expect(await programs.changed()).toEqual([
      `${join(first, '..', file)}, which programs read when they start, was changed`,
    ]);
    expect(await programs.changed(['git']), 'it is no program').toEqual([]);
  });

  test.each([
    ['version'],
    ['versions/3.12/bin/python3.12'],
    ['versions/3.12/lib/python3.12/site-packages/x.pth'],
    ['libexec/pyenv-exec'],
  ])('what stands behind the shims of pyenv, written or removed: %s', async (file) => {
    const [root, place] = [join(first, '..'), join(first, '..', file)];
    path = `${join(root, 'shims')}:${path}`;
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, '');
    const programs = await afterwards();
    expect(await programs.changed()).toEqual([]);
    const told = [`${place}, which programs read when they start, was changed`];
    await writeFile(place, 'other');
    expect(await programs.changed()).toEqual(told);
    await rm(place);
    expect(await programs.changed()).toEqual(told);
  });

  test('the settings of a program that is a link on PATH, where its file is', async () => {
    const real = join(first, '../real-node');
    await mkdir(join(real, 'bin'), { recursive: true });
    await mkdir(join(real, 'etc'));
    await program(join(real, 'bin/node'));
    await symlink(join(real, 'bin/node'), join(first, 'node'));
    const programs = await afterwards();
    await writeFile(join(real, 'etc/npmrc'), '');
    expect(await programs.changed()).toEqual([
      `${join(real, 'etc/npmrc')}, which programs read when they start, was changed`,
    ]);
  });

  test('but not what replaces nothing: a program that was not there, a package', async () => {
    const programs = await afterwards();
    await program(join(first, 'new'));
    const packages = join(first, '../lib/python3.12/site-packages');
    await mkdir(packages, { recursive: true });
    await writeFile(join(packages, 'httpx.py'), '');
    expect(await programs.changed()).toEqual([]);
  });

  test('of the programs that are asked about alone', async () => {
    await program(join(second, 'tool'));
    await program(join(second, 'git'));
    const programs = await afterwards();
    await program(join(first, 'tool'));
    expect(await programs.changed(['git'])).toEqual([]);
    expect(await programs.changed(['tool'])).toHaveLength(1);
  });
});

test('on Windows programs are found as usual', async () => {
  const programs = await readPrograms('C:\\tools', { platform: 'win32' });
  expect(programs.resolve(['git'])).toEqual(['git']);
  expect(await programs.changed()).toEqual([]);
});

async function program(file: string): Promise<void> {
  await writeFile(file, '#!/bin/sh\n', { mode: 0o755 });
}

/** PATH as it is read when a file that is written now is newer than anything that is there. */
async function afterwards() {
  const probe = join(first, '..', 'probe');
  const touch = async () => {
    await writeFile(probe, '');
    return (await stat(probe)).ctimeMs;
  };
  const before = await touch();
  let now = before;
  while (now === before) now = await touch();
  await rm(probe);
  return readPrograms(path, { ...LINUX, now });
}
