import { afterAll, beforeAll, expect } from 'vitest';
import { comment, it, stageScene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

const SUITE = scriptedSuite({ one: {}, two: {} });
const WORSE = scriptedSuite({ one: { step: { answer: { output: 'no' } } }, two: {} });

/** Text of the results.json that a push to main stores. */
let stored: string;

beforeAll(async () => {
  const scene = await stageScene(SUITE);
  await scene.storeMain();
  stored = artifactFiles(scene.fake.state)['results.json'] ?? '';
  await scene.close();
});

it('a push to main makes a baseline: missing one itself leaves nothing open there, and floors decide alone', async (openScene) => {
  const scene = await openScene(SUITE);
  const inputs = { 'fail-on': 'inconclusive', 'baseline-required': 'true' };
  const main = await scene.pushMain({ inputs });
  expect(main).toExit(0);
  expect(main.outputs['verdict']).toBe('pass');
  expect(main.summary).toContain("this run is main's new baseline");

  const files = scriptedSuite(
    { one: { step: { answer: { output: 'no' } } }, two: {} },
    { gate: { method: 'threshold', pass_rate: { min: 0.9 } } },
  );
  await scene.repository.commit('break', files);
  const broken = await scene.pushMain();
  expect(broken.exitCode).toBe(1);
  expect(broken.outputs['verdict']).toBe('fail');
  expect(artifactFiles(scene.fake.state)['results.json']).toContain('"outcome":"failed"');
});

it('what a pull request changes never includes the committed baseline: it is read from the base commit', async (openScene) => {
  const scene = await openScene({ ...SUITE, 'evals/baseline.json': stored });
  const lie = stored.replaceAll('"outcome":"passed"', '"outcome":"failed"');
  const result = await scene.runPull(
    { ...WORSE, 'evals/baseline.json': lie },
    { inputs: { baseline: 'file:evals/baseline.json', confirm: 'never' } },
  );
  expect(result).toExit(1);
  expect(result.outputs, result.stdout + result.stderr).toMatchObject({ verdict: 'fail', 'baseline-pass-rate': '1' });
});

afterAll(() => {
  expect(stored).toContain('"schema_version":1');
});

it('the run is an error when a baseline is required', async (openScene) => {
  const scene = await openScene(SUITE);
  const result = await scene.runPull({}, { inputs: { 'baseline-required': 'true' } });
  expect(result.exitCode).toBe(4);
  expect(result.outputs['verdict']).toBe('error');
  expect(comment(scene)).toMatch(/no baseline, and one is required/);
  expect(result.outputs['trials'], 'no trial could change the verdict, so none is paid for').toBe('0');
});

it('GitHub Enterprise Server takes no artifact, which is said with what to do; a baseline file works there', async (openScene) => {
  const scene = await openScene({ ...SUITE, 'evals/baseline.json': stored });
  const env = { GITHUB_SERVER_URL: 'https://github.example.com' };
  const options = { env, inputs: { baseline: 'file:evals/baseline.json', confirm: 'never' } };
  const main = await scene.pushMain(options);
  expect(main).toExit(0);
  const result = await scene.runPull(WORSE, options);
  expect(result).toExit(1);
  expect(result.outputs).toMatchObject({ verdict: 'fail' });
  for (const { commands } of [main, result]) {
    expect(commands.annotations.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/agent-eval-results was not uploaded: GitHub Enterprise Server .*"baseline: file:PATH"/),
    );
  }
  expect(scene.fake.state.artifacts).toEqual([]);
  expect(scene.fake.state.comments[0]?.body).toContain('https://github.example.com/octo-org/agents/actions/runs/');
});
