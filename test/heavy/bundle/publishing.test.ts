import { expect } from 'vitest';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { readable } from '#test/support/markdown.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { it, warnings } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { READ_ONLY } from '#test/testing/github/state.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';

const SUITE = scriptedSuite({ one: {} });
const CREATE = /CreateArtifact$/;

/** What every run of SUITE without a baseline comes to, whatever becomes of its publications. */
const VERDICT = { verdict: 'inconclusive', trials: '2', 'pass-rate': '1' };

it('a GitHub that never answers is asked for a verdict’s sake only so often, and costs no verdict', async (openScene) => {
  const scene = await openScene(SUITE);
  scene.fake.failNext({ hang: true, times: 999 });
  const result = await scene.runPull({}, { env: FAST_TIMERS });
  expect(result).toExit(3);
  expect(result.outputs).toMatchObject(VERDICT);
  expect(result.summary).toContain('): main has no results');
  expect(result.stdout + result.stderr).not.toMatch(/^ +at /m);
  // 45 s before the trials and 45 s after them, each in attempts of 15 s; 75 s for the artifact.
  const asked = scene.fake.requests.filter(({ path }) => !CREATE.test(path));
  expect(asked.length).toBeLessThanOrEqual(6);
});

it('a read-only token, as runs of a fork have it, leaves a summary and no red', async (openScene) => {
  const scene = await openScene(SUITE, { permissions: READ_ONLY });
  const result = await scene.runPull({}, { headRepository: forkOf(scene.fake.state.repository) });
  expect(result).toExit(0);
  expect(result.outputs).toMatchObject(VERDICT);
  expect(warnings(result)).toMatch(/forks and Dependabot have a read-only token; the report is in the job summary/);
  expect(result.summary).toContain('): main has no results');
  expect(warnings(result)).toMatch(/main has no results\. \S+ has no finished run on main yet; merge it/);
  expect(scene.fake.state.comments).toEqual([]);
});

it('results that can not be stored as the agent removed their folder end the run as an error, which says what its trials have shown', async (openScene) => {
  const temp = newFolder('results');
  const scene = await openScene(SUITE);
  await scene.storeMain();
  const files = scriptedSuite({ one: { step: { answer: { output: 'no' } } } });
  const remove = `import { rmSync } from 'node:fs';\nrmSync('${temp}/agent-eval-results', { recursive: true, force: true });\n`;
  const unwritable = { GITHUB_OUTPUT: '/dev/full', GITHUB_STEP_SUMMARY: '/dev/full' };
  const result = await scene.runPull(
    { ...files, 'agent.mjs': `${remove}${files['agent.mjs']}` },
    { env: { RUNNER_TEMP: temp, ...unwritable } },
  );
  expect(result).toExit(4);
  expect(result.stdout + result.stderr).not.toMatch(/^ +at /m);
  const [comment] = scene.fake.state.comments;
  expect(readable(comment?.body ?? '')).toMatch(
    /ended in an error: some results of this run could not be stored: .*removed/,
  );
  expect(readable(comment?.body ?? '')).toMatch(/pass rate fell 100 points/);
  expect(warnings(result)).toMatch(/job summary was not written: .*ENOSPC/);
  expect(warnings(result)).toMatch(/outputs of this step were not written: .*ENOSPC/);
  const uploaded = scene.fake.state.artifacts.filter(({ runId }) => runId === result.run.id);
  expect(uploaded.map(({ name }) => name)).toEqual(['agent-eval-results']);
});
