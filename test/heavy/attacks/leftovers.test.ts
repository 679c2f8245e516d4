import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';

const IDS = Array.from({ length: 8 }, (_, index) => `case-${index}`);

function suite(output: string) {
  const cases = IDS.map((id) => [id, { step: { answer: { output } } }] as const);
  return scriptedSuite(Object.fromEntries(cases), { gate: {}, trials: 3 });
}

it('nothing stays on a machine that runs others afterwards, but the results in the folder of the job', async (openScene) => {
  const scene = await openScene(suite('well'));
  await scene.pushMain();
  const { event, checkout } = await scene.openPull(suite('no'));
  const machine = newFolder('machine');
  const folders = { HOME: join(machine, 'home'), TMPDIR: join(machine, 'tmp'), RUNNER_TEMP: join(machine, 'job') };
  for (const folder of Object.values(folders)) await mkdir(folder);
  const result = await scene.run(event, { workspace: checkout, env: folders });
  // The agent of the base commit ran too, in a checkout of its own.
  expect(result).toDecide('fail');
  expect(scene.git.requests.length).toBeGreaterThan(0);

  expect(await readdir(folders.HOME)).toEqual([]);
  expect(await readdir(folders.TMPDIR)).toEqual([]);
  expect(await readdir(folders.RUNNER_TEMP)).toEqual(['agent-eval-results']);
  const status = await promisify(execFile)('git', ['status', '--porcelain', '--ignored'], { cwd: checkout });
  // What the agent itself writes into the workspace is its own.
  expect(status.stdout).toMatch(new RegExp(`^.. ${TRACE}\n$`));
  expect(result.survivors).toEqual([]);
});
