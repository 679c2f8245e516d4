import { expect } from 'vitest';
import { comment, it } from '#test/support/scene.ts';
import { ANSWER, type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';

/** As many cases as a gate needs to see one of them break. */
const CASES = Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six'].map((id) => [id, {}]));
const CONFIG = { trials: { min: 3, max: 10 }, concurrency: 4, gate: {} };
const PRIVATE = { repository: { private: true } };
const DEMANDS_ALL = { expect: { response: { contains: ['all'] } } };

const suite = (changes: Readonly<Record<string, ScriptedCase>> = {}) => scriptedSuite({ ...CASES, ...changes }, CONFIG);

it('a pull request that changes what is demanded is compared with trials of main that are graded with the new demand', async (openScene) => {
  const scene = await openScene(suite(), PRIVATE);
  await scene.storeMain();
  const demandsWords = { expect: { response: { contains: ['in words'] } } };
  const speaks = { answer: { ...ANSWER, output: 'all is well, in words' } };
  const result = await scene.runPull(suite({ one: DEMANDS_ALL, two: { ...demandsWords, step: speaks } }));
  expect(result).toExit(0);
  expect(comment(scene)).toMatch(/Changed \(1\), re-graded/);
  expect(comment(scene)).toMatch(/Fixed \(1\)/);
  expect(comment(scene)).toContain('10 stored trials were graded again with the current expectations of 2 cases');
  expect(comment(scene)).not.toContain('could be compared');
});
