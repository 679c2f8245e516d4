import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSameFile } from '#runner/workspace/base-checkout/other-dependencies.ts';
import { newFolder } from '#test/support/new-folder.ts';

test.each([
  ['equal texts are the same', 'a==1\n', 'a==1\n', true],
  ['whatever ends their lines', 'a==1\nb==2\n', 'a==1\r\nb==2\r\n', true],
  ['a version that differs is not', 'a==1\n', 'a==2\n', false],
  ['nor is a file that is missing', 'a==1\n', null, false],
])('%s', async (_, left, right, same) => {
  const { here, there } = await twoFolders();
  await writeFile(join(here, 'a.txt'), left);
  if (right !== null) await writeFile(join(there, 'a.txt'), right);
  expect(await isSameFile('a.txt', here, there)).toBe(same);
});

test('a link is compared by what it says and never followed', async () => {
  const { here, there } = await twoFolders();
  await symlink('/etc/hostname', join(here, 'a.txt'));
  await symlink('/etc/hostname', join(there, 'a.txt'));
  expect(await isSameFile('a.txt', here, there)).toBe(true);
  await writeFile(join(here, 'text'), '/etc/hostname');
  await symlink('/etc/hostname', join(there, 'text'));
  expect(await isSameFile('text', here, there)).toBe(false);
});

test('a folder on the way that is a link leads nowhere, also to equal files', async () => {
  const { here, there } = await twoFolders();
  await mkdir(join(here, 'api'));
  await writeFile(join(here, 'api/a.txt'), 'a==1\n');
  await symlink(join(here, 'api'), join(there, 'api'));
  expect(await isSameFile('api/a.txt', here, there)).toBe(false);
});

test('a pipe, a folder and a file too large to read are not the same as anything', async () => {
  const { here, there } = await twoFolders();
  for (const name of ['pipe', 'folder', 'large']) await writeFile(join(here, name), '');
  execFileSync('mkfifo', [join(there, 'pipe')]);
  await mkdir(join(there, 'folder'));
  await writeFile(join(there, 'large'), '');
  for (const folder of [here, there]) await truncate(join(folder, 'large'), 65 * 1024 * 1024);
  for (const name of ['pipe', 'folder', 'large']) expect(await isSameFile(name, here, there), name).toBe(false);
});

async function twoFolders() {
  const top = newFolder('same-file');
  const [here, there] = [join(top, 'here'), join(top, 'there')];
  for (const folder of [here, there]) await mkdir(folder);
  return { here, there };
}
