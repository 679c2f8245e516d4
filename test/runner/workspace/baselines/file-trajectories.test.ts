import { readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { fileTrajectories } from '#runner/workspace/baselines/file-baselines.ts';
import { storedResults } from '#test/github/artifacts/main-history.ts';
import { newFolder } from '#test/support/new-folder.ts';

let folder: string;
let run: StoredRun & { readonly place: string };

beforeEach(async () => {
  folder = newFolder('trajectories');
  run = { results: storedResults('m1'), sha: null, url: null, place: join(folder, 'trajectories.jsonl') };
});

/** Whether this process has the file open, as Linux tells. */
async function isOpen(path: string): Promise<boolean> {
  const open = await readdir('/proc/self/fd');
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => null)));
  return paths.includes(path);
}

it('a file that is not read to its end is closed', async () => {
  await writeFile(run.place, '{"id":1}\n'.repeat(100_000));
  for await (const line of fileTrajectories(run)) {
    expect(line).toBe('{"id":1}');
    expect(await isOpen(run.place)).toBe(true);
    break;
  }
  await expect.poll(() => isOpen(run.place)).toBe(false);
});

it('a file is opened when its first line is asked for, and not before', async () => {
  const lines = fileTrajectories(run);
  await writeFile(run.place, 'written later');
  expect(await lines.next()).toEqual({ done: false, value: 'written later' });
});
