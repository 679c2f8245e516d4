import { expect } from 'vitest';
import { it, judgedAlone } from '#test/support/scene.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const NO = { step: { answer: { output: 'no', usage: { input_tokens: 10, output_tokens: 5 } } } };
const SAFE = { tags: ['safety'] };
const GUARD = { never_fail: ['safety'] };
const JUDGED = { two: { ...SAFE, expect: { custom: [{ module: './checks/judge.mjs' }] } } };
const JUDGE = 'export default (trial) => ({ passed: trial.output.length > 0 });\n';

/** Everything may fall, so that nothing but the guards is left. */
const suiteOf = (cases: Readonly<Record<string, ScriptedCase>>, gate: object = GUARD): WorkspaceFiles =>
  scriptedSuite(cases, { gate: { method: 'threshold', on_inconclusive: 'fail', pass_rate: { max_drop: 1 }, ...gate } });

it('a guard that main has merged and not run yet does not let a pull request pass that removes its case, or untags and breaks it', async (openScene) => {
  const gate = { never_fail: ['safety'] };
  const scene = await openScene(suiteOf({ one: {} }, {}));
  await scene.storeMain();
  await scene.repository.commit('guard', suiteOf({ one: {}, two: SAFE }, gate));
  const found = await judgedAlone(scene, suiteOf({ one: {} }, gate));
  expect(found).toEqual([3, 'inconclusive', expect.stringMatching(/never-fail case two was removed/)]);
  const broken = await judgedAlone(scene, suiteOf({ one: {}, two: NO }, gate));
  const words = /main tolerates no failure of two, but would after/;
  expect(broken).toEqual([3, 'inconclusive', expect.stringMatching(words)]);
});

it('a broken case that is taken out of the rule of a tag is counted by it all the same', async (openScene) => {
  const gate = { tags: { safety: { pass_rate: { min: 1 } } } };
  const scene = await openScene(suiteOf({ one: SAFE, two: SAFE }, gate));
  await scene.storeMain();
  const [exitCode, verdict, comment] = await judgedAlone(scene, suiteOf({ one: SAFE, two: NO }, gate));
  expect([exitCode, verdict]).toEqual([1, 'fail']);
  expect(comment).toContain('tag safety: pass rate 50 % is below its floor of 100 %');
  expect(comment).toContain('this change takes the tag safety from two');
});

const ten = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`c${i}`, {}]));

it('cases without a guard leave the verdict open where a pull request rewrites their input and they pass clearly less', async (openScene) => {
  const scene = await openScene(suiteOf(ten, {}));
  await scene.storeMain();
  const moved = { c3: { input: 'input of c3 ', ...NO }, c4: { input: 'input of c4 ', ...NO } };
  const [exitCode, verdict, comment] = await judgedAlone(scene, suiteOf({ ...ten, ...moved }, {}));
  expect([exitCode, verdict]).toEqual([3, 'inconclusive']);
  expect(comment).toContain('Needs a review (blocks): changed cases c3, c4 pass 0 of 4; ');
  expect(comment).toContain('this change rewrites the input of c3, c4');
  expect(comment).toContain('pass rate over all 10 cases here: 80 %; over the 8 that could be compared: 100 %');
});

it('a pull request that edits the README alone passes where main, since its stored run, edited the program that judges a guarded case', async (openScene) => {
  const stored = { ...suiteOf({ one: {}, ...JUDGED }), 'checks/judge.mjs': JUDGE };
  const scene = await openScene(stored);
  await scene.storeMain();
  await scene.repository.commit('newer', { 'checks/judge.mjs': `// as before\n${JUDGE}` });
  expect(await judgedAlone(scene, { 'README.md': 'words' })).toEqual([0, 'pass', expect.any(String)]);
});

const six = { a: {}, b: {}, c: {}, d: {}, e: {}, f: {} };

it('a pull request whose inputs thin the run out does not pass where it leaves out the broken, guarded cases', async (openScene) => {
  const gate = { never_fail: ['safety'], pass_rate: { min: 0.9 } };
  const guarded = { ...six, e: SAFE, f: SAFE };
  const broken = { ...six, e: { ...SAFE, ...NO }, f: { ...SAFE, ...NO } };
  const scene = await openScene(suiteOf(guarded, gate));
  await scene.storeMain();
  const [exitCode, verdict, comment] = await judgedAlone(scene, suiteOf(broken, gate), { cases: 'a, b, c, d' });
  expect([exitCode, verdict]).toEqual([3, 'inconclusive']);
  expect(comment).toContain('main tolerates no failure of e, f, and this run leaves them out');
  expect(comment).toContain("4 of main's 6 cases; selected by cases=a,b,c,d; left out: e, f");
  expect(comment).toContain("inputs differ from those of main's run: cases: [] on main, [a, b, c, d] here");
});
