import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { exists } from '#runner/workspace/files/exists.ts';
import { openResultFolder, type ResultFolderOptions } from '#runner/workspace/results/result-folder.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { trialRecord } from '#test/support/results.ts';
import { aTrial } from '#test/trials/trial/build-trial.ts';
import { parseRequestSegment, requestSegment } from '#trials/trial/request-segment.ts';
import { parseTrajectoryLine } from '#trials/trial/stored-trajectory.ts';

let folder: string;

beforeEach(async () => {
  folder = newFolder('requests');
});

const open = (options: Partial<ResultFolderOptions> = {}) =>
  openResultFolder({
    folder,
    identity: { run: 1 },
    trajectories: 'all',
    append: false,
    redact: (text) => text,
    ...options,
  });

const segmentsOf = (...texts: readonly string[]) => texts.map((text) => requestSegment('message', 'user', text));

/** A trial whose one model call was shown these texts. */
function trialShown(...texts: readonly string[]) {
  const request = segmentsOf(...texts).map(({ hash }) => hash);
  const call = { step: 1, model: 'm', started_ms: 0, duration_ms: 1, usage: null, request };
  return { ...aTrial([{ output: 'x', model_calls: [call] }]), segments: segmentsOf(...texts) };
}

async function run(
  options: Partial<ResultFolderOptions>,
  ...trials: readonly (readonly ['passed' | 'failed', ...(readonly string[])])[]
): Promise<void> {
  const sink = await open(options);
  for (const [at, [outcome, ...texts]] of trials.entries())
    await sink.trial('one', trialRecord({ index: at + 1, outcome }), trialShown(...texts));
  await sink.finish(new Map());
  await sink.close();
}

const lines = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');
const stored = async () => (await lines('requests.jsonl')).map((line) => parseRequestSegment(line)?.text);
const named = async () =>
  (await lines('trajectories.jsonl')).map((line) => {
    const read = parseTrajectoryLine(line);
    return read === null || read.state === 'truncated' ? read : read.trajectory.turns[0]?.model_calls?.[0]?.request;
  });

test('a text is stored once, however many trials were shown it', async () => {
  await run({}, ['passed', 'hello', 'a'], ['failed', 'hello', 'b']);
  expect(await stored()).toEqual(['hello', 'a', 'b']);
});

test('the texts of trials whose trajectories are not stored are not stored either', async () => {
  await run({ trajectories: 'failed' }, ['passed', 'hello', 'a'], ['failed', 'hello', 'b']);
  expect(await stored()).toEqual(['hello', 'b']);
  await run({ trajectories: 'none' }, ['failed', 'hello']);
  expect(await exists(join(folder, 'requests.jsonl'))).toBe(false);
});

test('a secret is in no text, and the name of a text does not help to guess it', async () => {
  const redact = (text: string) => text.replaceAll('hunter2', '***');
  await run({ redact }, ['passed', 'the password is hunter2'], ['passed', 'the password is hunter2', 'a']);
  expect(await stored()).toEqual(['the password is ***', 'a']);
  const [masked] = segmentsOf('the password is ***').map(({ hash }) => hash);
  expect(await named()).toEqual([[masked], [masked, ...segmentsOf('a').map(({ hash }) => hash)]]);
  // What was asked is nothing that trials are graded by: they can still be graded again.
  expect((await lines('trajectories.jsonl')).map((line) => parseTrajectoryLine(line)?.state)).toEqual([
    'complete',
    'complete',
  ]);
});

test('an interrupted run that continues stores what is new', async () => {
  const sink = await open();
  await sink.trial('one', trialRecord({ index: 1 }), trialShown('hello', 'a'));
  await sink.close();
  await run({ append: true }, ['passed', 'hello', 'b']);
  expect(await stored()).toEqual(['hello', 'a', 'b']);
});

test('a run without model calls leaves no texts of an earlier one', async () => {
  await run({}, ['passed', 'hello']);
  await run({}, ['passed']);
  expect(await exists(join(folder, 'requests.jsonl'))).toBe(false);
});

test('a text that is very long is cut, and a trajectory that is too long only by its calls is stored without them', async () => {
  const trial = trialShown('x'.repeat(300_000));
  const texts = segmentsOf(...Array.from({ length: 9000 }, (_, at) => `text ${at}`));
  const [turn] = trial.trajectory.turns;
  const calls = turn?.model_calls?.map((call) => ({ ...call, request: texts.map(({ hash }) => hash) })) ?? null;
  const sink = await open();
  await sink.trial('one', trialRecord({ index: 1 }), trial);
  const turns = turn === undefined ? [] : [{ ...turn, model_calls: calls }];
  const long = { ...trial, segments: texts, trajectory: { ...trial.trajectory, turns } };
  expect(await sink.trial('one', trialRecord({ index: 2 }), long)).toMatchObject({ trajectory_state: 'complete' });
  await sink.finish(new Map());
  await sink.close();
  expect((await stored())[0]?.length).toBeLessThan(140_000);
  expect((await named())[1]).toBeUndefined();
});
