import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

const SUITE = scriptedSuite({ one: {} });
const BROKEN = scriptedSuite({ one: { step: { answer: { output: 'no' } } } });
const env = { GITHUB_SERVER_URL: 'https://github.example.com' };

it('GitHub Enterprise Server takes no artifact, which is said with what to do; a baseline file works there', async (openScene) => {
  const maker = await openScene(SUITE);
  await maker.storeMain();
  const stored = artifactFiles(maker.fake.state)['results.json'] ?? '';

  const scene = await openScene({ ...SUITE, 'evals/baseline.json': stored });
  const options = { env, inputs: { baseline: 'file:evals/baseline.json', confirm: 'never' } };
  const main = await scene.pushMain(options);
  expect(main.exitCode, main.stdout).toBe(0);
  const result = await scene.runPull(BROKEN, options);
  expect(result.exitCode, result.stdout).toBe(1);
  expect(result.outputs).toMatchObject({ verdict: 'fail' });
  for (const { commands } of [main, result]) {
    expect(commands.annotations.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/agent-eval-results was not uploaded: GitHub Enterprise Server .*"baseline: file:PATH"/),
    );
  }
  expect(scene.fake.state.artifacts).toEqual([]);
  expect(scene.fake.state.comments[0]?.body).toContain('https://github.example.com/octo-org/agents/actions/runs/');
});
