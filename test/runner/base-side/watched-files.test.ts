import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchedFiles } from '#runner/base-side/run-base-commit.ts';
import { folderStates } from '#runner/workspace/base-checkout/checkout.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { agentOf } from '../in-memory.ts';

type Act = (folder: string) => Promise<unknown>;

/** Main's side in its folder, after a turn; what somebody does then, and whether it is of further use. */
async function touchedBy(act: Act): Promise<boolean> {
  const folder = newFolder('watched');
  await mkdir(join(folder, '.git/hooks'), { recursive: true });
  await mkdir(join(folder, 'packages'));
  await writeFile(join(folder, 'packages/tool.js'), 'main');
  const { agent, rest, isTouched } = watchedFiles(
    agentOf(() => []),
    { filesNow: () => folderStates(folder) },
  );
  await agent.prepare(new AbortController().signal);
  expect(await rest()).toEqual([]);
  await act(folder);
  return isTouched();
}

const tool = (folder: string) => join(folder, 'packages/tool.js');

test.each<[what: string, act: Act]>([
  ['writes to a file', (folder) => writeFile(tool(folder), 'else')],
  ['writes the same bytes again', async (folder) => writeFile(tool(folder), await readFile(tool(folder)))],
  ['makes a file executable', (folder) => chmod(tool(folder), 0o755)],
  ['removes a file', (folder) => rm(tool(folder))],
  ['adds a file', (folder) => writeFile(join(folder, 'packages/other.js'), '')],
  ['adds an empty folder', (folder) => mkdir(join(folder, 'cache'))],
  ["adds a hook to main's git", (folder) => writeFile(join(folder, '.git/hooks/post-checkout'), '')],
  ['removes it all', (folder) => rm(folder, { recursive: true })],
])("main's side is made anew where somebody %s between its turns", async (_, act) => {
  expect(await touchedBy(act).catch(() => true)).toBe(true);
});

test("main's side stays where somebody only reads from it", async () => {
  expect(await touchedBy((folder) => readFile(tool(folder)))).toBe(false);
});
