import { expect } from 'vitest';
import { caseIds, driftingSuite, it, newestResults } from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { comment } from '#test/support/scene.ts';

it('main warns when it is no longer as it was, and pull requests are compared with what it is since then', async (openScene, provider) => {
  const scene = await openScene(driftingSuite(caseIds(6)));
  await scene.pushMain(provider.reach());
  const old = newestResults(scene).epoch;
  expect(old).not.toBeNull();

  await provider.becomes({ 'case-1': 0, 'case-2': 0, 'case-3': 0 });
  await scene.repository.commit('main goes on', { 'other.txt': 'x' });
  const main = await scene.pushMain(provider.reach());
  expect(main.exitCode, main.stdout).toBe(0);
  const changed = 'main changed: its pass rate went 100 % → 50 % over 6 cases';
  expect(readable(main.summary)).toMatch(
    /^### ✅ Agent eval: main fell from 100 % to 50 %; this run is its new baseline$/m,
  );
  expect(readable(main.summary)).toContain("The pass rate is 50 % (100 % in main's run before).");
  expect(readable(main.summary)).toContain(changed);
  const warnings = main.commands.annotations.filter(({ level }) => level === 'warning');
  expect(warnings.map(({ message }) => message).join('\n')).toContain(changed);
  const { epoch, commit } = newestResults(scene);
  expect(epoch).toMatchObject({ since: commit.sha, reason: expect.stringContaining('100 % to 50 %') });
  expect(epoch?.id).not.toBe(old?.id);

  const pull = await scene.runPull({ 'README.md': 'words' }, provider.reach());
  expect(pull.outputs, pull.stdout).toMatchObject({
    verdict: 'pass',
    'baseline-sha': commit.sha,
    'baseline-pass-rate': '0.5',
  });
  expect(comment(scene)).toMatch(/- main: the run of .*, 5 trials per case$/m);
});
