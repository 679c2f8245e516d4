import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AgentPaths, changeParts, versionWithout } from '#gate/lines/change-parts.ts';
import { hunksOf, splitFile } from '#gate/lines/split-change.ts';
import { readChange, writeVersion } from '#runner/workspace/versions/read-change.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { createRepository } from '#test/testing/github/workspace.ts';

const AGENT: AgentPaths = {
  prompt: [],
  tools: [],
  config: 'x',
  is_program: true,
  others: new Set<string>(),
  isIgnored: () => false,
  seen: (_, text) => text,
};

test('a version holds every byte of one side, runs what runs here, and follows no link', async () => {
  await using repository = await createRepository({
    'prompt.md': 'one\r\ntwo',
    'run.sh': 'echo main\n',
    'data.bin': 'main',
    'gone.txt': 'gone\n',
    'same.txt': 'same\n',
    'mode.sh': 'echo same\n',
  });
  const base = newFolder('base');
  const paths = ['prompt.md', 'run.sh', 'data.bin', 'gone.txt', 'same.txt', 'mode.sh'];
  for (const path of paths) await writeFile(join(base, path), await readFile(join(repository.path, path)));
  const bytes = { main: Buffer.from([0xff, 0xfe, 0x80]), here: Buffer.from([0xc3, 0x28, 0x0a]) };
  await writeFile(join(base, 'data.bin'), bytes.main);
  await writeFile(join(repository.path, 'data.bin'), bytes.here);
  await repository.commit('change', {
    'prompt.md': 'one\r\nthree\n',
    'run.sh': 'echo here\n',
    'gone.txt': null,
    'new.txt': 'new\n',
  });
  await writeFile(join(repository.path, 'data.bin'), bytes.here);
  await chmod(join(repository.path, 'run.sh'), 0o755);
  // What a link leads to is no part of the change, nor is a mode alone.
  await symlink(join(base, 'same.txt'), join(repository.path, 'link.txt'));
  await chmod(join(repository.path, 'mode.sh'), 0o755);

  const files = (await readChange(repository.path, { folder: base, paths })).map(splitFile);
  expect(files.map(({ path }) => path)).toEqual(['data.bin', 'gone.txt', 'new.txt', 'prompt.md', 'run.sh']);
  expect(files.flatMap(hunksOf)).toHaveLength(5);
  const parts = changeParts(files, AGENT);
  const elsewhere = join(base, 'elsewhere.txt');
  await writeFile(elsewhere, 'untouched');
  for (const side of ['here', 'main'] as const) {
    const version = newFolder('version');
    await symlink(elsewhere, join(version, 'new.txt'));
    await writeVersion(version, versionWithout(files, side === 'main' ? parts : []), repository.path);
    const read = (path: string) => readFile(join(version, path)).catch(() => null);
    expect(await read('data.bin')).toEqual(bytes[side]);
    expect(String(await read('prompt.md'))).toBe(side === 'main' ? 'one\r\ntwo' : 'one\r\nthree\n');
    expect(String(await read('new.txt'))).toBe(side === 'main' ? 'null' : 'new\n');
    expect(String(await read('gone.txt'))).toBe(side === 'main' ? 'gone\n' : 'null');
    expect((await stat(join(version, 'run.sh'))).mode & 0o111).not.toBe(0);
  }
  expect(String(await readFile(elsewhere))).toBe('untouched');
});
