import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { outputFolder } from '#commands/action/session/github-run.ts';
import { newFolder } from '#test/support/new-folder.ts';

let temp: string;

beforeEach(async () => {
  temp = newFolder('job');
});

const folderOf = (key = '', environment: Readonly<Record<string, string>> = { RUNNER_TEMP: temp }) =>
  outputFolder(environment, { workspace: temp }, { key });

it('the first suite of a job has the plain folder, one with a key a folder of that name', async () => {
  expect(await folderOf()).toEqual({ path: join(temp, 'agent-eval-results'), note: null });
  await mkdir(join(temp, 'agent-eval-results'));
  expect(await folderOf('billing')).toEqual({ path: join(temp, 'agent-eval-results-billing'), note: null });
});

it('later suites of one name have the first free folder, and are told so', async () => {
  await mkdir(join(temp, 'agent-eval-results'));
  const second = await folderOf();
  expect(second.path).toBe(join(temp, 'agent-eval-results-2'));
  expect(second.note).toMatch(/agent-eval-results holds the results of an earlier step.*agent-eval-results-2.*"key"/);
  await mkdir(second.path);
  expect((await folderOf()).path).toBe(join(temp, 'agent-eval-results-3'));
});

it('a link that leads nowhere is not written through', async () => {
  await symlink(join(temp, 'elsewhere'), join(temp, 'agent-eval-results'));
  expect((await folderOf()).path).toBe(join(temp, 'agent-eval-results-2'));
});
