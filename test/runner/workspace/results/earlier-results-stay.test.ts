import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openResultFolder, type ResultFolderOptions } from '#runner/workspace/results/result-folder.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { trialRecord } from '#test/support/results.ts';

let folder = '';

beforeEach(async () => {
  folder = newFolder('results');
});

test('the results of an earlier run stay whole, trajectories too, until a run is finished', async () => {
  await finished('first', { confirmation: true });
  const sink = await open();
  await trial(sink, 'second');
  expect(await texts(), 'as a run leaves it that is killed').toEqual(['first', 'confirmation of first', 'first']);
  await sink.finish(new Map([['results.json', 'second']]));
  await sink.close();
  expect(await texts(), 'what only the earlier run had is gone').toEqual(['second', null, 'second']);
});

test('the results of an earlier run stay where the next has nothing to replace them by', async () => {
  await finished('first');
  const sink = await open();
  await trial(sink, 'second');
  await sink.keepEarlier();
  await sink.close();
  expect(await texts()).toEqual(['first', null, 'first']);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('an interrupted run goes on in its own trajectories, whether or not it wrote documents', async () => {
  const killed = await open();
  await trial(killed, 'first');
  await killed.close();
  for (const name of ['second', 'third']) {
    const resumed = await open({ append: true });
    await trial(resumed, name);
    await resumed.finish(new Map([['results.json', name]]));
    await resumed.close();
  }
  expect(await lines()).toEqual(['first', 'second', 'third']);
});

test('a run that stores no trajectories leaves none of another run', async () => {
  await finished('first');
  const sink = await open({ trajectories: 'none' });
  await trial(sink, 'second');
  await sink.finish(new Map([['results.json', 'second']]));
  await sink.close();
  expect(await texts()).toEqual(['second', null, null]);
});

type Sink = Awaited<ReturnType<typeof open>>;

function open(options: Partial<ResultFolderOptions> = {}) {
  return openResultFolder({
    folder,
    identity: {},
    trajectories: 'all',
    append: false,
    redact: (text) => text,
    ...options,
  });
}

async function trial(sink: Sink, log: string): Promise<void> {
  await sink.trial('one', trialRecord(), { trajectory: { turns: [], log, stderr: '' }, end: { kind: 'completed' } });
}

async function finished(name: string, { confirmation = false } = {}): Promise<void> {
  const sink = await open();
  await trial(sink, name);
  const more = confirmation ? [['confirmation.json', `confirmation of ${name}`] as const] : [];
  await sink.finish(new Map([['results.json', name], ...more]));
  await sink.close();
}

/** Results, confirmation, and whose trajectory is stored. */
async function texts(): Promise<readonly (string | null)[]> {
  const [results, confirmation] = await Promise.all(['results.json', 'confirmation.json'].map(read));
  return [results ?? null, confirmation ?? null, (await lines())[0] ?? null];
}

async function lines(): Promise<readonly string[]> {
  const text = (await read('trajectories.jsonl')) ?? '';
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).trajectory.log]));
}

function read(name: string): Promise<string | null> {
  return readFile(join(folder, name), 'utf8').catch(() => null);
}
