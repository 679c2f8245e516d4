import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
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
import { newFolder } from '#test/support/new-folder.ts';
import { comment } from '#test/support/scene.ts';
import { json } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

const CASES = caseIds(8);
const AGENT = { command: ['node', 'agent.mjs'], setup: ['node setup.mjs'] };

/** One broken case of eight is no drop of the mean here, so that only the test of single cases is red. */
const GATE = { pass_rate: { max_drop: 0.15 } };

const SUITE = driftingSuite(CASES, { agent: AGENT, gate: GATE });

/** A setup that would have git fetch from elsewhere, if git read the settings of the user. */
const LEADING_ASTRAY = `
const { writeFileSync } = await import('node:fs');
writeFileSync(process.env.HOME + '/.gitconfig', '[url "http://127.0.0.1:9/"]\\n\\tinsteadOf = https://github.com/\\n');
`;

describe('an unchanged pull request', () => {
  it('ends at the first look, with three trials of each case; runs of main have five of each', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await mainResults(SUITE), 2);
    const result = await scene.runPull({ 'README.md': 'words' }, provider.reach());
    expect(result.outputs, result.stdout).toMatchObject({ verdict: 'pass', trials: '24' });
    const results = newestResults(scene);
    expect(results).toMatchObject({ looks: [3, 5, 10], stop: { look: 3 } });
    expect(trialsOf(results)).toEqual(Object.fromEntries(CASES.map((id) => [id, 3])));
    const main = JSON.parse(await mainResults(SUITE));
    expect(main).toMatchObject({ looks: [5], stop: { look: 5 } });
    expect(trialsOf(main)).toEqual(Object.fromEntries(CASES.map((id) => [id, 5])));
    expect(scene.git.requests, 'nobody runs main where nothing looks worse').toEqual([]);
  });

  it('is open, not red, where a provider drifted since the baseline was stored: main falls too when it is tried again', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await mainResults(SUITE));
    await provider.becomes({ 'case-1': 0, 'case-2': 0, 'case-3': 0 });

    const alone = await scene.runPull({ 'README.md': 'words' }, provider.reach({ inputs: { confirm: 'never' } }));
    expect(alone).toDecide('fail');
    expect(alone.exitCode).toBe(1);
    expect(scene.git.requests).toEqual([]);
    expect(artifactFiles(scene.fake.state)).not.toHaveProperty(['confirmation.json']);

    const asked = await scene.runPull({ 'README.md': 'other words' }, provider.reach());
    expect(asked).toDecide('inconclusive');
    const base = scene.repository.main();
    for (const text of [comment(scene), readable(asked.summary)])
      expect(text).toContain('main passes less now than in its stored runs');
    expect(newestResults(scene, 'confirmation.json')).toMatchObject({
      commit: { sha: base },
      run: { side: 'confirm' },
    });
    expect(scene.git.requests.map(({ status }) => status)).toContain(200);
  });
});

it('with method threshold what looks worse gets ten fresh trials of each side, and passes where main does no better', async (openScene, provider) => {
  const config = { agent: AGENT, trials: 1, gate: { method: 'threshold', pass_rate: { max_drop: 0.1 } } };
  const suite = driftingSuite(CASES, config);
  const scene = await openScene(suite);
  await storeMain(scene, await mainResults(suite));
  await provider.becomes({ 'case-1': 0 });
  const result = await scene.runPull({ 'README.md': 'words' }, provider.reach());
  expect(result).toDecide('pass');
  expect(comment(scene)).toMatch(
    /looked worse, but not when .*: pass rate 87.5 % in 80 trials of main and 87.5 % in 80 trials here/,
  );
});

it('a broken case is red by fresh trials of both sides, as the mean looks worse of every case; nothing of main is left behind', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE), 2);
  const temp = newFolder('runner-temp');
  const { event, checkout } = await scene.openPull({
    ...prompt({ 'case-1': 0 }),
    'setup.mjs': `${SUITE['setup.mjs']}${LEADING_ASTRAY}`,
  });
  const before = await filesBelow(checkout);
  const result = await scene.run(event, {
    workspace: checkout,
    ...provider.reach({ env: { RUNNER_TEMP: temp, PROVIDER: provider.folder } }),
  });
  const base = scene.repository.main().slice(0, 7);

  expect(result).toExit(1);
  expect(result.outputs['verdict']).toBe('fail');
  const tried = `case case-1 passed 5/5 on main and 0/5 here (p = 0.004), when main and this change were tried again just now (main at ${base})`;
  expect(comment(scene)).toContain(tried);
  expect(readable(result.summary)).toContain(tried);

  const here = await realpath(checkout);
  const calls = await provider.calls();
  const [ours, theirs] = [calls.filter(({ folder }) => folder === here), calls.filter(({ folder }) => folder !== here)];
  expect(tally(theirs)).toEqual(Object.fromEntries(CASES.map((id) => [id, 5])));
  expect(tally(ours), 'ten of the looks, and five fresh ones').toEqual(Object.fromEntries(CASES.map((id) => [id, 15])));
  expect(theirs.filter(({ does }) => does === 'setup')).toHaveLength(1);
  const results = newestResults(scene);
  expect(trialsOf(results)).toEqual(tally(ours));
  expect(results.cases.map(({ planned_trials }) => planned_trials)).toEqual(CASES.map(() => 10));

  const { 'installed.json': installed, ...after } = await filesBelow(checkout);
  expect(after).toEqual(before);
  expect(installed, 'the setup of the change, not that of main').toBe(json({ 'case-1': 0 }));
  expect((await readdir(temp)).filter((name) => name.startsWith('agent-eval-base'))).toEqual([]);

  const { value: token } = scene.fake.state.token;
  const log = result.logLines.join('\n') + result.stdout.replaceAll(`::add-mask::${token}`, '');
  const texts = { ...(await filesBelow(temp)), ...after, log, calls: JSON.stringify(calls) };
  for (const secret of [token, Buffer.from(`x-access-token:${token}`).toString('base64')]) {
    expect(Object.entries(texts).flatMap(([place, text]) => (text.includes(secret) ? [place] : []))).toEqual([]);
  }
});

describe('what looks worse, where main can not be run', () => {
  const change = { ...prompt({ 'case-1': 0 }), 'vendored.txt': 'x' };

  it('is red if the stored trials show it, and says why it was not tried again', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await mainResults(SUITE), 2);
    await provider.becomes({ registry: 0 });
    const result = await scene.runPull(change, provider.reach());
    expect(result).toExit(1);
    expect(result.outputs['verdict']).toBe('fail');
    expect(comment(scene)).toContain('look worse and were not tried again');
    expect(comment(scene)).toContain("its agent can't be run: agent.setup[0] failed (exit code 3): node setup.mjs");
  });
});

/** Trials by case. */
function tally(calls: readonly { readonly case_id?: string }[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { case_id: id } of calls) if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

/** Texts of all files below a folder, by path. */
async function filesBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const),
  );
  return Object.fromEntries(texts);
}
