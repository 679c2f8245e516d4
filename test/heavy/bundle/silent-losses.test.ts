import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { sample } from '#test/support/tries.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** Losses that no exit code tells: naively read, each is green. */
const FIXTURES = join(import.meta.dirname, '../../fixtures/rows');

/** Plays a runner that ends with 0: what it writes is in `written`. */
const RUNNER = `
import { readFileSync, writeFileSync } from 'node:fs';
const text = readFileSync('written', 'utf8').replaceAll(/\\/repo\\/(?:py\\/)?[\\w-]+/g, process.cwd());
writeFileSync(process.argv[2], text.replace(/"createdAt": ?"[^"]*"/, JSON.stringify({ createdAt: new Date() }).slice(1, -1)));
`;

function fixtureFile(fixture: string): WorkspaceFiles {
  return { written: readFileSync(join(FIXTURES, fixture), 'utf8') };
}

function repository(results: string, fixture: string): WorkspaceFiles {
  const min_score = results === 'evalite' ? { min_score: 0.6 } : {};
  const run = ['node', 'tools/runner.mjs', '{results}'];
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: { run, results, tests: ['evals.txt'], ...min_score },
      trials: { min: 3, max: 10 },
    }),
    'tools/runner.mjs': RUNNER,
    'evals.txt': 'what is expected',
    ...fixtureFile(fixture),
  };
}

const LOSSES: readonly [what: string, results: string, whole: string, lossy: string, failing: string][] = [
  ['a hook that throws', 'vitest', 'vitest/1-pass.json', 'vitest/3-hook-failed.json', 'vitest/2-fail.json'],
  ['reruns in JUnit', 'junit', 'junit-pytest/1-pass.xml', 'junit-pytest/6-reruns.xml', 'junit-pytest/2-fail.xml'],
  ['a worker that is killed', 'vitest', 'vitest/1-pass.json', 'vitest/7-worker-killed.json', 'vitest/2-fail.json'],
  [
    'an agent of DeepEval that throws',
    'deepeval',
    'deepeval/1-pass.json',
    'deepeval/3-agent-throws.json',
    'deepeval/2-fail.json',
  ],
  [
    'a name of evalite that is there twice',
    'evalite',
    'evalite/1-pass.json',
    'evalite/5-same-eval-name.json',
    'evalite/2-fail-threshold.json',
  ],
  [
    'an agent of Inspect that throws',
    'inspect',
    'inspect/1-pass.json',
    'inspect/3-agent-throws.json',
    'inspect/2-fail.json',
  ],
  [
    'a filter that matches nothing',
    'vitest',
    'vitest/1-pass.json',
    'vitest/8-filter-matches-nothing.json',
    'vitest/2-fail.json',
  ],
];

for (const [what, results, whole, lossy, failing] of sample(LOSSES, 4))
  it(`${what}, in the change or on main, makes nothing green`, async (openScene) => {
    const scene = await openScene(repository(results, whole));
    await scene.storeMain();
    const here = await scene.runPull(fixtureFile(lossy));
    expect(here.outputs['verdict'], here.stdout).toMatch(/fail|inconclusive|error/);

    const other = await openScene(repository(results, whole));
    await other.storeMain();
    await other.repository.commit('lossy', fixtureFile(lossy));
    const main = await other.pushMain();
    // What main's own run does not tell, a change that breaks what was lost there does.
    const later = main.outputs['verdict'] === 'pass' ? await other.runPull(fixtureFile(failing)) : main;
    expect(later.outputs['verdict'], later.stdout).toMatch(/fail|inconclusive|error/);
  });
