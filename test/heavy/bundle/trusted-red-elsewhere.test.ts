import { beforeAll, describe, expect } from 'vitest';
import {
  caseIds,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
} from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { comment } from '#test/support/scene.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { mergeGroupEvent } from '#test/testing/github/payloads.ts';

const SUITE = driftingSuite(caseIds(6));

const BROKEN = prompt({ 'case-1': 0 });

/** Text of the results.json of a run of main: every case passed 5 of 5. */
let stored = '';

beforeAll(async () => {
  stored = await mainResults(SUITE);
});

describe('both sides are tried again', () => {
  it('in a merge queue, on the commit that the queue put the change onto', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, stored, 3);
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
    const below = (files: typeof SUITE) =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`services/bot/${path}`, text]));
    const scene = await openScene(below(SUITE));
    const inputs = { 'working-directory': 'services/bot' };
    const main = await scene.pushMain(provider.reach({ inputs }));
    expect(main.exitCode, main.stdout).toBe(0);
    await storeMain(scene, JSON.stringify(newestResults(scene)), 2);
    const result = await scene.runPull(below(BROKEN), provider.reach({ inputs }));
    expect(result.exitCode, result.stdout).toBe(1);
    expect(comment(scene)).toMatch(
      /case case-1 passed 5\/5 on main and 0\/5 here .*, when main and this change were tried again just now/,
    );
  });
});

it('nothing is tried again where max-trials leaves no room for it: the stored trials decide, and no side is half run', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, stored, 3);
  const result = await scene.runPull(BROKEN, provider.reach({ inputs: { 'max-trials': '45' } }));
  expect(result.exitCode, result.stdout).toBe(1);
  expect(comment(scene)).toMatch(
    /look worse and were not tried again: max-trials 45 leaves no room for 60 further trials/,
  );
  expect(scene.git.requests).toEqual([]);
  expect((await provider.calls()).filter(({ does }) => does === 'trial')).toHaveLength(18);
});
