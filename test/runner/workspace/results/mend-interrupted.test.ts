import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openResultFolder, readInterruptedRun } from '#runner/workspace/results/result-folder.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { trialRecord } from '#test/support/results.ts';
import { aTrial } from '#test/trials/trial/build-trial.ts';

const IDENTITY = { run: 1 };

async function emptyFolder(): Promise<string> {
  const folder = newFolder('folder');
  return folder;
}

const opened = (folder: string, append: boolean) =>
  openResultFolder({ folder, identity: IDENTITY, trajectories: 'all', append, redact: (text) => text });

/** Two trials of a run that was killed before it ended. */
async function interrupted(): Promise<string> {
  const folder = await emptyFolder();
  const sink = await opened(folder, false);
  await add(sink, 1);
  await add(sink, 2);
  await sink.close();
  return folder;
}

const add = (sink: Awaited<ReturnType<typeof opened>>, index: number) =>
  sink.trial('one', trialRecord({ index }), aTrial([{ output: `answer ä${index}` }]));

const indexes = async (folder: string) =>
  (await readInterruptedRun(folder))?.lines.map((line) => (line as { record: { index: number } }).record.index);

const trajectories = async (folder: string) =>
  (await readFile(join(folder, 'trajectories.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).id);

describe('a run that was killed while it wrote a line', () => {
  test('loses no line that follows, wherever the torn one ends', async () => {
    const folder = await interrupted();
    const [path, growing] = [join(folder, 'trials.jsonl'), join(folder, 'trajectories.jsonl.part')];
    const [trials, stored] = [await readFile(path), await readFile(growing)];
    const from = trials.indexOf('\n', trials.indexOf('\n') + 1) + 1;
    for (let end = from; end < trials.length - 1; end += 29) {
      await writeFile(path, trials.subarray(0, end));
      await writeFile(growing, Buffer.concat([stored, stored.subarray(0, (end - from) % stored.indexOf('}\n'))]));
      const sink = await opened(folder, true);
      for (const index of [2, 3]) await add(sink, index);
      await sink.close();
      expect(await indexes(folder), `cut after ${end} bytes`).toEqual([1, 2, 3]);
      const whole = await opened(folder, true);
      await whole.finish(new Map());
      await whole.close();
      expect(await trajectories(folder), `cut after ${end} bytes`).toEqual(['one#1', 'one#2', 'one#3']);
    }
  });

  test('has one trajectory of a trial that runs again, whether it was unfinished or an error', async () => {
    const folder = await interrupted();
    const sink = await opened(folder, true);
    await sink.trial('one', trialRecord({ index: 3, outcome: 'error' }), aTrial([{ output: 'cut short' }]));
    await sink.close();
    const growing = join(folder, 'trajectories.jsonl.part');
    await writeFile(growing, `${await readFile(growing, 'utf8')}{"id":"one#4","case_id":"one","trial":4}\n`);
    const resumed = await opened(folder, true);
    for (const index of [3, 4]) await add(resumed, index);
    await resumed.finish(new Map());
    await resumed.close();
    expect(await trajectories(folder)).toEqual(['one#1', 'one#2', 'one#3', 'one#4']);
  });

  test('between its trajectories and its documents continues from the trajectories that it has written', async () => {
    const folder = await interrupted();
    const sink = await opened(folder, true);
    await sink.finish(new Map());
    await sink.close();
    const resumed = await opened(folder, true);
    await add(resumed, 3);
    await resumed.finish(new Map());
    await resumed.close();
    expect(await trajectories(folder)).toEqual(['one#1', 'one#2', 'one#3']);
  });
});
