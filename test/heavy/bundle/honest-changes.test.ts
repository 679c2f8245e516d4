import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { json, type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
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

const inFiles = (
  files: Readonly<Record<string, readonly string[]>>,
  gate: object,
  more: object = {},
): WorkspaceFiles => {
  const ids = Object.values(files).flat();
  const { 'evals/cases.yml': _, ...rest } = suiteOf(Object.fromEntries(ids.map((id) => [id, {}])), gate, more);
  const written = Object.entries(files).map(([file, names]) => [file, json({ cases: names.map(caseOf) })]);
  return { ...rest, ...Object.fromEntries(written) };
};

describe('a pull request that edits the README alone passes where main, since its stored run,', () => {
  const floor = { tags: { safety: { pass_rate: { min: 1, min_mode: 'point' } } } };

  it.for<readonly [string, WorkspaceFiles, WorkspaceFiles]>([
    [
      'took a guard from a case and accepted its failures',
      suiteOf({ one: {}, two: SAFE }),
      suiteOf({ one: {}, two: NO }),
    ],
    [
      'took a case from the rule of a tag and accepted its failures',
      suiteOf({ one: SAFE, two: SAFE }, floor),
      suiteOf({ one: SAFE, two: NO }, floor),
    ],
    ['removed a guarded case', suiteOf({ one: {}, two: SAFE }), suiteOf({ one: {} })],
    [
      'dropped a case file from its config',
      inFiles({ 'evals/a.yml': ['a1'], 'evals/b.yml': ['b1', 'b2'] }, {}, { cases: ['evals/a.yml', 'evals/b.yml'] }),
      inFiles({ 'evals/a.yml': ['a1'] }, {}, { cases: ['evals/a.yml'] }),
    ],
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

  it('committed a page, and has more case files than may be asked for: they are the checkout’s', async ({
    openScene,
  }) => {
    const files = Object.fromEntries(Array.from({ length: 203 }, (_, i) => [`evals/${i}.yml`, [`c${i}`]]));
    const scene = await openScene(inFiles(files, GUARD, { trials: 1, concurrency: 8 }));
    await scene.storeMain();
    await scene.repository.commit('docs', { 'DOCS.md': 'words' });
    const before = scene.fake.requests.length;
    expect(await outcome(scene, { 'README.md': 'words' })).toEqual([0, 'pass', expect.any(String)]);
    const asked = scene.fake.requests.slice(before).map(({ operationId }) => operationId);
    expect(asked.length).toBeLessThan(40);
    // Of main's commit and of the tested one, whose files below .github/ are compared.
    expect(asked.filter((id) => id === 'git/get-tree')).toHaveLength(2);
    expect(asked.filter((id) => id === 'repos/get-content').length).toBeLessThan(5);
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

  it('edits the program that judges it', async ({ openScene }) => {
    const scene = await openScene({ ...suiteOf({ one: {}, ...JUDGED }), 'judge.mjs': JUDGE });
    await scene.storeMain();
    await scene.repository.commit('newer', { 'judge.mjs': `// as before\n${JUDGE}` });
    const lax = 'export default () => ({ passed: true });\n';
    const found = await outcome(scene, { 'judge.mjs': lax });
    expect(found).toEqual([3, 'inconclusive', expect.stringContaining('the files that its checks use changed')]);
  });
});

function caseOf(id: string): object {
  return { id, input: `input of ${id}`, expect: { response: { contains: ['well'] } } };
}

async function outcome(scene: Scene, files: WorkspaceFiles): Promise<readonly [number | null, unknown, string]> {
  const { exitCode, outputs } = await scene.runPull(files, { inputs: { confirm: 'never' } });
  return [exitCode, outputs['verdict'], readable(scene.fake.state.comments.at(-1)?.body ?? '')];
}
