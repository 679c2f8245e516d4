import { expect } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { caseIds, driftingSuite, it, prompt } from '#test/support/drifting-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

it('calibrate tells from what main stored how often the threshold of a flaky suite cries wolf, and what to use instead', async (openScene, provider) => {
  const config = { trials: 5, gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } } };
  const suite = { ...driftingSuite(caseIds(20), config), ...prompt({ default: 0.8 }) };
  const scene = await openScene(suite);
  const runs: Record<string, string> = {};
  for (const name of ['first.json', 'second.json']) {
    await scene.repository.commit(name);
    const main = await scene.pushMain(provider.reach());
    expect(main.exitCode, main.stdout).toBe(0);
    runs[name] = artifactFiles(scene.fake.state)['results.json'] ?? '';
  }

  await using folder = await folderWith({ ...runs, 'agent-eval.yml': suite['agent-eval.yml'] ?? '' });
  const { exitCode, stdout, stderr } = await folder.cli(['calibrate', 'first.json', 'second.json', '--draws', '100']);
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain('20 cases, 10 stored trials of each (median) from 2 runs of main');
  const recommended = stdout.trimEnd().split('\n').at(-1) ?? '';
  const [, rate] =
    /^Your threshold would be red on (\d+) % of unchanged pull requests; with method: statistical and trials: \{min: 3, max: 10\} it is/.exec(
      recommended,
    ) ?? [];
  expect(Number(rate), stdout).toBeGreaterThan(20);

  // Enough draws for several threads, where there are processors for them.
  const often = await folder.cli(['calibrate', 'first.json', 'second.json', '--draws', '200']);
  expect(often.exitCode, often.stderr).toBe(0);
  expect(often.stdout).toContain('200 pull requests each');
});
