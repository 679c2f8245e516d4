import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { answeringSuite, twoJobs, worker } from '#test/support/base-side.ts';
import { newestResults, trialsOf } from '#test/support/drifting-suite.ts';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { readable } from '#test/support/markdown.ts';
import { environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { comment, it } from '#test/support/scene.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ScriptAnswer, ScriptRequest } from '#test/testing/providers/script.ts';

it("confirm: job runs main's commit where no program of the change has run, then the change, decides there, and asks once", async (openScene) => {
  const scene = await openScene(answeringSuite(worker('own()')));
  await scene.pushMain();
  const noting = worker('own()', "writeFileSync('ran.txt', 'x', { flag: 'a' });");
  const { event, checkout } = await scene.openPull({ 'answer.txt': 'no idea', 'agent.mjs': noting });
  const { trials, merged, again } = await twoJobs(scene, { event, checkout });
  expect(trials).toExit(0);
  expect(trials.outputs).toMatchObject({ verdict: 'inconclusive', 'comment-url': '' });
  expect(trials.summary).toContain('mode: merge');
  const ran = await readFile(join(checkout, 'ran.txt'), 'utf8');

  expect(merged).toDecide('fail');
  expect(merged.exitCode).toBe(1);
  expect(readable(merged.summary)).toContain(
    'case case-0 passed 20/20 on main and 0/20 here (p < 0.001); case case-1 passed 20/20 on main and 0/20 here',
  );
  const fresh = trialsOf(newestResults(scene, 'confirmation.json'));
  expect(new Set(Object.values(fresh)), 'all of main by the job that merges').toEqual(new Set([20]));
  const own = trialsOf(newestResults(scene));
  expect(new Set(Object.values(own)), 'three of the looks by the first job, and the fresh ones by the second').toEqual(
    new Set([23]),
  );
  expect(newestResults(scene, 'confirmation.json')).toMatchObject({ run: { side: 'confirm' } });
  expect(scene.fake.state.comments).toHaveLength(1);
  expect(await readFile(join(checkout, 'ran.txt'), 'utf8'), 'it has a checkout of its own').toBe(ran);

  const asked = scene.git.requests.length;
  const second = await again();
  expect(second).toDecide('fail');
  expect(scene.git.requests, 'what main has answered stands').toHaveLength(asked);
});

it.for([
  ['one job', [{}]],
  ['two shards', [{ shard: '1/2' }, { shard: '2/2' }]],
] as const)(
  'an outage that is over before both are tried again does not make a change red whose looks %s ran; a change that breaks the agent is',
  async ([, parts], { openScene }) => {
    const folder = await newFolder('outage');
    const down = join(folder, 'down.txt');
    const scene = await openScene(answeringSuite(worker(`existsSync(${JSON.stringify(down)}) ? 'no idea' : own()`)));
    await scene.pushMain();
    await writeFile(down, '');
    const { merged } = await twoJobs(scene, await scene.openPull({ 'README.md': 'words' }), () => rm(down), { parts });
    expect(merged.outputs['verdict'], merged.stdout).toBe('pass');
    const broken = await twoJobs(scene, await scene.openPull({ 'answer.txt': 'no idea' }), undefined, { parts });
    expect(broken.merged.outputs['verdict'], broken.merged.stdout).toBe('fail');
    expect(comment(scene)).toContain('when main and this change were tried again just now');
  },
);

it('an outage in which main answers no trial is said, though its side has no results', async (openScene) => {
  let is_out = false;
  const script = ({ model }: ScriptRequest): ScriptAnswer => {
    if (model === 'large') return { text: 'who knows' };
    return is_out ? { fault: { status: 503 } } : { text: 'all is well' };
  };
  await using server = await startModelServer(script);
  const env = { ...environmentOf(server), ...FAST_TIMERS };
  const suite = modelSuite(PROGRAM, ['one'], { trials: 3, concurrency: 4, gate: {} });
  const scene = await openScene(suite);
  await scene.pushMain({ env });
  const changed = { 'agent.mjs': String(suite['agent.mjs']).replace("'small'", "'large'") };
  const outage = async () => {
    is_out = true;
  };
  await twoJobs(scene, await scene.openPull(changed), outage, { env });
  expect(comment(scene)).toMatch(/its agent answered in none of \d+ trials/);
  expect(comment(scene)).toMatch(/the provider answered .* with 503.* in rounds? .* of the base commit/);
});

it("an incident of the provider that only the change's first trials hit does not make the change red", async (openScene) => {
  const folder = newFolder('incident');
  const left = join(folder, 'left.txt');
  await writeFile(left, '0');
  const scene = await openScene(answeringSuite(failsWhile(left), { concurrency: 1 }));
  await scene.pushMain();

  await writeFile(left, String(4 * 3));
  const result = await scene.runPull({ 'README.md': 'words' });
  expect(await readFile(left, 'utf8'), 'the incident hit every first trial').toBe('0');
  expect(result).toDecide('pass');
  expect(result.exitCode).toBe(0);
  expect(readable(result.summary)).toMatch(
    /looked worse, but not when main and this change were tried again just now \(main at [0-9a-f]{7}\): pass rate 100 %/,
  );
  const [own, main] = [newestResults(scene), newestResults(scene, 'confirmation.json')];
  expect(new Set(Object.values(trialsOf(own)))).toEqual(new Set([3 + 5]));
  expect(new Set(Object.values(trialsOf(main)))).toEqual(new Set([5]));
});

/** An agent whose provider fails as many answers as a file says are left of an incident. */
function failsWhile(left: string): string {
  return worker(
    'answer()',
    `const answer = () => {
  const left = Number(readFileSync(${JSON.stringify(left)}, 'utf8'));
  if (left === 0) return own();
  writeFileSync(${JSON.stringify(left)}, String(left - 1));
  return 'no idea';
};`,
  );
}
