import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';

/** Everything may fall, so that nothing but the guard is left. */
const suiteOf = (two: Readonly<Record<string, ScriptedCase>>, gate: object = {}) =>
  scriptedSuite(
    { one: {}, ...two },
    { gate: { method: 'threshold', on_inconclusive: 'fail', pass_rate: { max_drop: 1 }, ...gate } },
  );

it('a guard that main has merged and not run yet does not let a pull request pass that untags and breaks its case', async ({
  openScene,
}) => {
  const gate = { never_fail: ['safety'] };
  const scene = await openScene(suiteOf({}));
  await scene.storeMain();
  await scene.repository.commit('guard', suiteOf({ two: { tags: ['safety'] } }, gate));
  const broken = suiteOf({ two: { step: { answer: { output: 'no' } } } }, gate);
  const { exitCode, outputs } = await scene.runPull(broken, { inputs: { confirm: 'never' } });
  expect([exitCode, outputs['verdict']]).toEqual([3, 'inconclusive']);
  expect(readable(scene.fake.state.comments.at(-1)?.body ?? '')).toMatch(
    /main tolerates no failure of two, but would after/,
  );
});
