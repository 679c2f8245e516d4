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
    expect(result).toExit(1);
    expect(readable(result.summary)).toMatch(
      new RegExp(
        `case case-1 passed 5/5 on main and 0/5 here .*, when .* tried again just now \\(main at ${baseSha.slice(0, 7)}\\)`,
      ),
    );
  });
});

it('main warns when it is no longer as it was, and pull requests are compared with what it is since then', async (openScene, provider) => {
  const scene = await openScene(driftingSuite(caseIds(6)));
  await scene.pushMain(provider.reach());
  const old = newestResults(scene).epoch;
  expect(old).not.toBeNull();

  await provider.becomes({ 'case-1': 0, 'case-2': 0, 'case-3': 0 });
  await scene.repository.commit('main goes on', { 'other.txt': 'x' });
  const main = await scene.pushMain(provider.reach());
  expect(main).toExit(0);
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
    expect(main).toExit(0);
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
  expect(often).toExit(0);
  expect(often.stdout).toContain('200 pull requests each');
});

it('three cases, one run of main and no word about trials are enough for an unchanged pull request to pass, and for one that breaks a case to be red', async (openScene, provider) => {
  const agent = { command: ['node', 'agent.mjs'], setup: ['node setup.mjs'] };
  const scene = await openScene(driftingSuite(caseIds(3), { agent, trials: undefined }));
  const pushed = await scene.pushMain(provider.reach());
  expect(pushed).toExit(0);
  expect(trialsOf(newestResults(scene))).toEqual({ 'case-1': 25, 'case-2': 25, 'case-3': 25 });

  const unchanged = await scene.runPull({ 'README.md': 'words' }, provider.reach());
  expect(unchanged).toDecide('pass');
  expect(newestResults(scene).looks).toEqual([3, 8, 25]);

  const broken = await scene.runPull(prompt({ 'case-2': 0.1 }), provider.reach());
  expect(broken).toDecide('fail');
  expect(comment(scene)).toMatch(/^\| \[<code>case-2<\/code>\]\(\S+\) \| 25\/25 \| /m);
});
