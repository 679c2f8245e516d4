import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const NO = { step: { answer: { output: 'no', usage: { input_tokens: 10, output_tokens: 5 } } } };
const SAFE = { tags: ['safety'] };
const NEVER = { inputs: { confirm: 'never' } };

/** Everything may fall, so that nothing but the guards is left. */
const suiteOf = (cases: Readonly<Record<string, ScriptedCase>>, gate: object): WorkspaceFiles =>
  scriptedSuite(cases, { gate: { method: 'threshold', on_inconclusive: 'fail', pass_rate: { max_drop: 1 }, ...gate } });

it('a guard that main has merged and not run yet does not let a pull request pass that removes its case, or untags and breaks it', async ({
  openScene,
}) => {
  const gate = { never_fail: ['safety'] };
  const scene = await openScene(suiteOf({ one: {} }, {}));
  await scene.storeMain();
  await scene.repository.commit('guard', suiteOf({ one: {}, two: SAFE }, gate));
  const found = await outcome(scene, suiteOf({ one: {} }, gate));
  expect(found).toEqual([3, 'inconclusive', expect.stringMatching(/never-fail case two was removed/)]);
  const broken = await outcome(scene, suiteOf({ one: {}, two: NO }, gate));
  const words = /main tolerates no failure of two, but would after/;
  expect(broken).toEqual([3, 'inconclusive', expect.stringMatching(words)]);
});

describe('a guarded case', () => {
  it.for<readonly [string, ScriptedCase, RegExp]>([
    [
      'demands next to nothing of',
      { expect: { response: { not_contains: ['zzz'] } }, ...NO },
      /contains: 1 of 1 dropped/,
    ],
    ['gives another input to', { input: 'say well' }, /its input changed/],
  ])('does not let a pull request pass that %s it', async ([, change, words], { openScene }) => {
    const gate = { never_fail: ['two'] };
    const scene = await openScene(suiteOf({ one: {}, two: {} }, gate));
    await scene.storeMain();
    const found = await outcome(scene, suiteOf({ one: {}, two: change }, gate));
    expect(found).toEqual([3, 'inconclusive', expect.stringMatching(words)]);
  });
});

it('a guarded check that a pull request drops from the one case that fails it leaves the verdict open', async ({
  openScene,
}) => {
  const gate = { never_fail: ['check:limits'] };
  const strict = { expect: { response: { contains: ['well'] }, limits: { max_output_tokens: 9 } } };
  const scene = await openScene(suiteOf({ one: {}, two: strict }, gate));
  await scene.storeMain();
  const found = await outcome(scene, suiteOf({ one: {}, two: {} }, gate));
  expect(found).toEqual([3, 'inconclusive', expect.stringMatching(/no failure of check limits.* in two/)]);
});

it('a broken case that is taken out of the rule of a tag is counted by it all the same', async ({ openScene }) => {
  const gate = { tags: { safety: { pass_rate: { min: 1 } } } };
  const scene = await openScene(suiteOf({ one: SAFE, two: SAFE }, gate));
  await scene.storeMain();
  const [exitCode, verdict, comment] = await outcome(scene, suiteOf({ one: SAFE, two: NO }, gate));
  expect([exitCode, verdict]).toEqual([1, 'fail']);
  expect(comment).toContain('tag safety: pass rate 50 % is below its floor of 100 %');
  expect(comment).toContain('this change takes the tag safety from two');
});

describe('cases without a guard', () => {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`c${i}`, {}]));

  it('leave the verdict open where a pull request rewrites their input and they pass clearly less', async ({
    openScene,
  }) => {
    const scene = await openScene(suiteOf(ten, {}));
    await scene.storeMain();
    const moved = { c3: { input: 'input of c3 ', ...NO }, c4: { input: 'input of c4 ', ...NO } };
    const [exitCode, verdict, comment] = await outcome(scene, suiteOf({ ...ten, ...moved }, {}));
    expect([exitCode, verdict]).toEqual([3, 'inconclusive']);
    expect(comment).toContain('Needs a review (blocks): 2 changed cases pass 0 of 4; ');
    expect(comment).toContain('this change rewrites the input of c3, c4');
    expect(comment).toContain('pass rate over all 10 cases here: 80 %; over the 8 that could be compared: 100 %');
  });
});

async function outcome(scene: Scene, files: WorkspaceFiles): Promise<readonly [number | null, unknown, string]> {
  const { exitCode, outputs } = await scene.runPull(files, NEVER);
  return [exitCode, outputs['verdict'], readable(scene.fake.state.comments.at(-1)?.body ?? '')];
}
