import { describe, expect } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import {
  caseIds,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
  trialsOf,
} from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { comment, warnings } from '#test/support/scene.ts';
import { inFolder } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { mergeGroupEvent } from '#test/testing/github/payloads.ts';

const SUITE = driftingSuite(caseIds(6));

const BROKEN = prompt({ 'case-1': 0 });

describe('both sides are tried again', () => {
  it('in a merge queue, on the commit that the queue put the change onto', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await mainResults(SUITE), 3);
    const { repository, fake } = scene;
    const baseSha = await repository.head();
    await repository.branch('feature', 'main');
    const headSha = await repository.commit('change', BROKEN);
    await repository.branch('main');
    await adoptWorkspace(fake.state, repository);
    await using checkout = await repository.checkout(headSha);
    const event = mergeGroupEvent(fake.state, { headSha, baseSha, number: 1 });
    const result = await scene.run(event, provider.reach({ workspace: checkout.path }));
    expect(result.exitCode, result.stdout).toBe(1);
    expect(readable(result.summary)).toMatch(
      new RegExp(
        `case case-1 passed 5/5 on main and 0/5 here .*, when .* tried again just now \\(main at ${baseSha.slice(0, 7)}\\)`,
      ),
    );
  });

  it('below the working directory, where the base commit has its config too', async (openScene, provider) => {
    const scene = await openScene(inFolder('services/bot', SUITE));
    const inputs = { 'working-directory': 'services/bot' };
    const main = await scene.pushMain(provider.reach({ inputs }));
    expect(main.exitCode, main.stdout).toBe(0);
    await storeMain(scene, JSON.stringify(newestResults(scene)), 2);
    const result = await scene.runPull(inFolder('services/bot', BROKEN), provider.reach({ inputs }));
    expect(result.exitCode, result.stdout).toBe(1);
    expect(comment(scene)).toMatch(
      /case case-1 passed 5\/5 on main and 0\/5 here .*, when main and this change were tried again just now/,
    );
  });
});

it('nothing is tried again where max-trials leaves no room for it: the stored trials decide, and no side is half run', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE), 3);
  const result = await scene.runPull(BROKEN, provider.reach({ inputs: { 'max-trials': '45' } }));
  expect(result.exitCode, result.stdout).toBe(1);
  expect(comment(scene)).toMatch(
    /look worse and were not tried again: max-trials 45 leaves no room for 60 further trials/,
  );
  expect(scene.git.requests).toEqual([]);
  expect((await provider.calls()).filter(({ does }) => does === 'trial')).toHaveLength(18);
});

it('one broken case of fifty is named with its p, for little more than three trials per case: it alone is tried again', async (openScene, provider) => {
  const fifty = driftingSuite(caseIds(50));
  const scene = await openScene(fifty);
  await storeMain(scene, await mainResults(fifty), 3);
  const result = await scene.runPull(prompt({ 'case-17': 0 }), provider.reach());
  expect(result.exitCode, result.stdout).toBe(1);
  expect(result.outputs['verdict']).toBe('fail');

  expect(comment(scene)).toMatch(
    /^### ❌ Agent eval failed: case-17 broke: .*\n\nIt passes 0 of 10 trials here, 15 of 15 on main\. Main passes 5 of 5 today, so it is this change\./m,
  );
  expect(comment(scene)).toMatch(/^\| \[<code>case-17<\/code>\]\(\S+\) \| 15\/15 \| 0\/10 \| /m);
  expect(comment(scene)).toMatch(/^\| <code>case-17<\/code> \| 0\.004 \|$/m);
  const marks = result.commands.annotations.filter(({ file }) => file === 'evals/cases.yml');
  expect(marks).toMatchObject([{ level: 'error', title: 'Agent eval: case-17 broke' }]);

  const { 'case-17': broken, ...others } = trialsOf(newestResults(scene));
  expect(broken, 'ten of the looks, and five fresh ones').toBe(15);
  expect(trialsOf(newestResults(scene, 'confirmation.json'))).toEqual({ 'case-17': 5 });
  expect(new Set(Object.values(others))).toEqual(new Set([3]));
  expect(scene.git.requests).not.toEqual([]);
});

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
  expect(warnings(main)).toContain(changed);
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

it('three cases, one run of main and no word about trials are enough for an unchanged pull request to pass, and for one that breaks a case to be red', async (openScene, provider) => {
  const agent = { command: ['node', 'agent.mjs'], setup: ['node setup.mjs'] };
  const scene = await openScene(driftingSuite(caseIds(3), { agent, trials: undefined }));
  const pushed = await scene.pushMain(provider.reach());
  expect(pushed.exitCode, pushed.stdout).toBe(0);
  expect(trialsOf(newestResults(scene))).toEqual({ 'case-1': 25, 'case-2': 25, 'case-3': 25 });

  const unchanged = await scene.runPull({ 'README.md': 'words' }, provider.reach());
  expect(unchanged.outputs, unchanged.stdout).toMatchObject({ verdict: 'pass' });
  expect(newestResults(scene).looks).toEqual([3, 8, 25]);

  const broken = await scene.runPull(prompt({ 'case-2': 0.1 }), provider.reach());
  expect(broken.outputs, broken.stdout).toMatchObject({ verdict: 'fail' });
  expect(comment(scene)).toMatch(/^\| \[<code>case-2<\/code>\]\(\S+\) \| 25\/25 \| /m);
});
