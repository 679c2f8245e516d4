import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { runCli } from '#test/support/run-cli.ts';
import { comment, it } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const POLITE = { id: 'polite', ask: 'Is the answer polite?' };
const IDS = Array.from({ length: 8 }, (_, i) => `case-${i + 1}`);
const CASES = Object.fromEntries(IDS.map((id) => [id, { expect: { judge: [POLITE] } }]));

/** The first judge wants pleasantries, the second one does not. */
const models: ModelScript = (request) => {
  const agent: ModelScript = ({ model }) => ({
    text: model === 'terse' ? 'All is well.' : 'All is well, dear friend.',
  });
  const isDear = request.model === 'dear-1';
  return judging(({ blocks }) => {
    const isMet = isDear || blocks.some(({ text }) => text.includes('dear'));
    return isMet ? { evidence: 'All is well', verdict: 'met' } : { evidence: 'none', verdict: 'not_met' };
  }, agent)(request);
};

const suite = (model: string) =>
  modelSuite({ openai: { ...BUILT_IN.openai, model } }, CASES, {
    trials: 5,
    gate: {},
    judge: { openai: { model: 'judge-1' }, uncalibrated: 'allow', audit: { openai: { model: 'dear-1' } } },
  });

it('a second judge grades drawn trials of both sides, and decides where the first treats a change differently', async (openScene) => {
  await using server = await startModelServer(models);
  const scene = await openScene(suite('small'));
  const env = environmentOf(server);
  const main = await scene.pushMain({ env });
  expect(main.exitCode).toBe(0);
  const stored = storedResults(scene.fake.state);
  expect(stored.cases.map(({ trials }) => trials.filter(({ audited }) => audited !== undefined).length)).toEqual(
    IDS.map(() => 5),
  );

  const pull = await scene.runPull(
    { 'agent-eval.yml': suite('terse')['agent-eval.yml'] ?? '' },
    { env, inputs: { confirm: 'never' } },
  );
  const said = comment(scene);
  expect(said).toContain("the judge treats this change's answers differently");
  expect(pull.outputs['verdict']).not.toBe('fail');
  const drawn = storedResults(scene.fake.state).cases.map(({ trials }) =>
    trials.filter(({ audited }) => audited !== undefined).map(({ index }) => index),
  );
  expect(drawn.map(({ length }) => length)).toEqual(IDS.map(() => 2));
  // Drawn case by case, not the first ones of each.
  expect(new Set(drawn.map((indices) => indices.join())).size).toBeGreaterThan(1);
});

it('in a terminal the second judge grades both sides as on GitHub, and a run says if main has none that it graded', async (openScene) => {
  await using server = await startModelServer(models);
  const { repository } = await openScene(suite('small'));
  const run = (...args: readonly string[]) => runCli(repository.path, ['run', ...args], { env: environmentOf(server) });
  const read = async (folder: string): Promise<ResultsFile> =>
    JSON.parse(await readFile(join(repository.path, folder, 'results.json'), 'utf8'));
  const audited = async (folder: string) =>
    (await read(folder)).cases.map(({ trials }) => trials.filter((trial) => trial.audited !== undefined).length);
  const plain = await run('--output', 'of-main');
  expect(plain).toExit(0);
  expect(plain.stderr).not.toContain('judge.audit grades nothing');
  expect(await audited('of-main')).toEqual(IDS.map(() => 5));

  await writeFile(join(repository.path, 'agent-eval.yml'), suite('terse')['agent-eval.yml'] ?? '');
  for (const compared of [
    ['--against', 'main'],
    ['--baseline', 'of-main'],
  ]) {
    const beside = await run(...compared, '--confirm', 'never');
    expect(await audited('agent-eval-results')).toEqual(IDS.map(() => 2));
    expect(beside.stdout).toContain("the judge treats this change's answers differently");
    expect(beside.stderr).not.toContain('judge.audit grades nothing');
  }

  const older = JSON.stringify(await read('of-main'), (key, value) => (key === 'audited' ? undefined : value));
  await writeFile(join(repository.path, 'of-main/results.json'), older);
  const beside = await run('--baseline', 'of-main', '--confirm', 'never');
  expect(beside.stderr).toContain(
    'judge.audit grades nothing in this run: this second judge graded no trial of main that the run is compared with',
  );
  expect(await audited('agent-eval-results')).toEqual(IDS.map(() => 0));
});
