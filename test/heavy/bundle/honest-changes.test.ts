import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const NO = { step: { answer: { output: 'no', usage: { input_tokens: 10, output_tokens: 5 } } } };
const SAFE = { tags: ['safety'] };
const GUARD = { never_fail: ['safety'] };
const JUDGED = { two: { ...SAFE, expect: { custom: [{ module: './judge.mjs' }] } } };
const JUDGE = 'export default (trial) => ({ passed: trial.output.length > 0 });\n';

/** Everything may fall, so that nothing but the guards is left. */
const suiteOf = (cases: Readonly<Record<string, ScriptedCase>>, gate: object = GUARD, more: object = {}) =>
  scriptedSuite(cases, {
    gate: { method: 'threshold', on_inconclusive: 'fail', pass_rate: { max_drop: 1 }, ...gate },
    ...more,
  });

describe('a pull request that edits the README alone passes where main, since its stored run,', () => {
  it.for<readonly [string, WorkspaceFiles, WorkspaceFiles]>([
    [
      'took a guard from a case and accepted its failures',
      suiteOf({ one: {}, two: SAFE }),
      suiteOf({ one: {}, two: NO }),
    ],
    ['removed a guarded case', suiteOf({ one: {}, two: SAFE }), suiteOf({ one: {} })],
    [
      'edited the program that judges a guarded case',
      { ...suiteOf({ one: {}, ...JUDGED }), 'judge.mjs': JUDGE },
      { 'judge.mjs': `// as before\n${JUDGE}` },
    ],
  ])('%s', async ([, stored, newer], { openScene }) => {
    const scene = await openScene(stored);
    await scene.storeMain();
    await scene.repository.commit('newer', newer);
    expect(await outcome(scene, { 'README.md': 'words' })).toEqual([0, 'pass', expect.any(String)]);
  });
});

describe('where main itself changed a guarded case since its stored run, a pull request does not pass that', () => {
  const changed = suiteOf({ one: {}, two: { ...SAFE, input: 'said otherwise' } });

  it.for<readonly [string, WorkspaceFiles, RegExp]>([
    ['removes it', suiteOf({ one: {} }), /never-fail case two was removed/],
    [
      'untags it',
      suiteOf({ one: {}, two: { input: 'said otherwise' } }),
      /main tolerates no failure of two, but would after/,
    ],
  ])('%s', async ([, change, words], { openScene }) => {
    const scene = await openScene(suiteOf({ one: {}, two: SAFE }));
    await scene.storeMain();
    await scene.repository.commit('newer', changed);
    expect(await outcome(scene, change)).toEqual([3, 'inconclusive', expect.stringMatching(words)]);
  });
});

async function outcome(scene: Scene, files: WorkspaceFiles): Promise<readonly [number | null, unknown, string]> {
  const { exitCode, outputs } = await scene.runPull(files, { inputs: { confirm: 'never' } });
  return [exitCode, outputs['verdict'], readable(scene.fake.state.comments.at(-1)?.body ?? '')];
}
