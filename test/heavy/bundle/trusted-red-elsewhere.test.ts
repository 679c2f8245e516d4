import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import {
  caseIds,
  comment,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
  trialsOf,
} from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { mergeGroupEvent } from '#test/testing/github/payloads.ts';

const SUITE = driftingSuite(caseIds(6));

/** The agent, which waits for minutes where its provider is slow and the checkout is that of main. */
const WAITING = (SUITE['agent.mjs'] ?? '').replace(
  "if (type !== 'turn') continue;",
  `$&
  if (chancesIn(join(PROVIDER, 'provider.json')).slow === 1 && process.cwd().includes('agent-eval-base'))
    await new Promise((resolve) => setTimeout(resolve, 300_000));`,
);

const WAITING_SUITE = { ...SUITE, 'agent.mjs': WAITING };
const BROKEN = prompt({ 'case-1': 0 });

/** Texts of the results.json of a run of main: every case passed 5 of 5. */
let [stored, ofWaiting] = ['', ''];

beforeAll(async () => {
  stored = await mainResults(SUITE);
  ofWaiting = await mainResults(WAITING_SUITE);
});

describe('both sides are tried again', () => {
  it('in a merge queue, on the commit that the queue put the change onto', async ({ openScene, provider }) => {
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
});

describe('nothing is tried again', () => {
  it('where max-trials leaves no room for it: the stored trials decide, and no side is half run', async ({
    openScene,
    provider,
  }) => {
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

  it('to the end where the run is cancelled meanwhile: nothing is red, what ran is kept, and nothing of main is left behind', async ({
    openScene,
    provider,
  }) => {
    const scene = await openScene(WAITING_SUITE);
    await storeMain(scene, ofWaiting, 3);
    const temp = await mkdtemp(join(tmpdir(), 'runner-temp-'));
    await provider.becomes({ slow: 1 });
    const options = { signalAfter: { line: /^Running [0-9a-f]{7}: 30 trials/ } };
    const reach = provider.reach(options);
    const result = await scene.runPull(BROKEN, { ...reach, env: { ...reach.env, RUNNER_TEMP: temp } });
    expect(result.conclusion, result.stdout).toBe('cancelled');
    expect(result.durationMs).toBeLessThan(120_000);
    expect(result.outputs['verdict']).not.toBe('fail');
    expect(comment(scene)).toMatch(/case case-1 look worse and were not tried again: .*the run was aborted/);
    expect(trialsOf(newestResults(scene))).toEqual(Object.fromEntries(caseIds(6).map((id) => [id, 8])));
    expect((await readdir(temp)).filter((name) => name.startsWith('agent-eval-base'))).toEqual([]);
    await rm(temp, { recursive: true });
  });
});
