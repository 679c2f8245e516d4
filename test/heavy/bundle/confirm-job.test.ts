import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { answeringSuite, twoJobs, worker } from '#test/support/base-side.ts';
import { newestResults, trialsOf } from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';

it("confirm: job runs main's commit where no program of the change runs, decides there, and asks once", async (openScene) => {
  const scene = await openScene(answeringSuite(worker('own()')));
  await scene.pushMain();
  const noting = worker('own()', "writeFileSync('ran.txt', 'x', { flag: 'a' });");
  const { event, checkout } = await scene.openPull({ 'answer.txt': 'no idea', 'agent.mjs': noting });
  const { trials, merged, again } = await twoJobs(scene, { event, checkout });
  expect(trials.exitCode, trials.stdout).toBe(0);
  expect(trials.outputs).toMatchObject({ verdict: 'inconclusive', 'comment-url': '' });
  expect(trials.summary).toContain('mode: merge');
  const ran = await readFile(join(checkout, 'ran.txt'), 'utf8');

  expect(merged.outputs['verdict'], merged.stdout).toBe('fail');
  expect(merged.exitCode).toBe(1);
  expect(readable(merged.summary)).toContain(
    'case case-0 passed 20/20 on main and 0/20 here (p < 0.001); case case-1 passed 20/20 on main and 0/20 here',
  );
  const fresh = trialsOf(newestResults(scene, 'confirmation.json'));
  expect(new Set(Object.values(fresh)), 'all of main by the job that merges').toEqual(new Set([20]));
  const own = trialsOf(newestResults(scene));
  expect(new Set(Object.values(own)), 'three of the looks and the fresh ones by the first job').toEqual(new Set([23]));
  expect(newestResults(scene, 'confirmation.json')).toMatchObject({ run: { side: 'confirm' } });
  expect(scene.fake.state.comments).toHaveLength(1);
  expect(await readFile(join(checkout, 'ran.txt'), 'utf8')).toBe(ran);

  const asked = scene.git.requests.length;
  const second = await again();
  expect(second.outputs['verdict'], second.stdout).toBe('fail');
  expect(scene.git.requests, 'what main has answered stands').toHaveLength(asked);
});
