import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { folderWith } from '#test/support/cli-folder.ts';
import { it } from '#test/support/scene.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';

const wrong = { step: { answer: { output: 'no' } } };
const STATISTICAL = { trials: undefined, gate: { method: 'statistical' } };
const UNCHANGED = { 'NOTES.md': 'Nothing that an agent reads.\n' };

it('a main run in which nothing passed leaves a change open, with the way out', async ({ openScene }) => {
  const scene = await openScene(scriptedSuite({ one: wrong, two: wrong }, STATISTICAL));
  await scene.storeMain();
  const { outputs, stdout } = await scene.runPull(UNCHANGED);
  expect(outputs, stdout).toMatchObject({ verdict: 'inconclusive' });
  expect(scene.fake.state.comments[0]?.body).toMatch(
    /^### ❔ Agent eval can't tell \(does not block\): nothing passed on main \(0 of 50 trials\)/m,
  );
});

it('a suite of which less than half passes says so in the headline, and time-outs are counted apart', async ({
  openScene,
}) => {
  const slow = { step: {} };
  const config = { ...STATISTICAL, trials: 5, agent: agent(), limits: { trial_timeout: '1s' } };
  const scene = await openScene(scriptedSuite({ one: {}, two: wrong, three: wrong, slow }, config));
  await scene.storeMain();
  const { stdout } = await scene.runPull(UNCHANGED);
  const body = scene.fake.state.comments[0]?.body ?? '';
  expect(
    body.split('\n').find((line) => line.startsWith('###')),
    stdout,
  ).toMatch(/only 25 % passes here/);
  expect(body).toMatch(/5 of 20 trials timed out \(main: 5 of 20\) and count as failed/);
});

it('init writes a floor', async () => {
  await using folder = await folderWith({});
  const { exitCode, stderr } = await folder.cli(['init']);
  expect(exitCode, stderr).toBe(0);
  const { gate } = parse(await readFile(join(folder.path, 'agent-eval.yml'), 'utf8'));
  expect(gate.pass_rate.min).toBeGreaterThan(0);
});
