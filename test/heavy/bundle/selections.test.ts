import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const NO = { step: { answer: { output: 'no' } } };
const SAFE = { tags: ['safety'] };
const suiteOf = (cases: Readonly<Record<string, ScriptedCase>>, gate: object = {}): WorkspaceFiles =>
  scriptedSuite(cases, {
    gate: { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail', ...gate },
  });

describe('a pull request whose inputs thin the run out', () => {
  const six = { a: {}, b: {}, c: {}, d: {}, e: {}, f: {} };

  it('does not pass where it leaves out the broken, guarded cases', async ({ openScene }) => {
    const gate = { never_fail: ['safety'], pass_rate: { min: 0.9 } };
    const guarded = { ...six, e: SAFE, f: SAFE };
    const broken = { ...six, e: { ...SAFE, ...NO }, f: { ...SAFE, ...NO } };
    const scene = await openScene(suiteOf(guarded, gate));
    await scene.storeMain();
    const [exitCode, verdict, comment] = await outcome(scene, suiteOf(broken, gate), { cases: 'a, b, c, d' });
    expect([exitCode, verdict]).toEqual([3, 'inconclusive']);
    expect(comment).toContain('main tolerates no failure of e, f, and this run leaves them out');
    expect(comment).toContain("4 of main's 6 cases; selected by cases=a,b,c,d; left out: e, f");
    expect(comment).toContain("inputs differ from those of main's run: cases: [] on main, [a, b, c, d] here");
  });

  it('passes with less than half of the cases left out, and its headline tells how many ran', async ({ openScene }) => {
    const action = '.github/actions/eval/action.yml';
    const scene = await openScene({ ...suiteOf(six), [action]: 'runs: {}\n' });
    await scene.storeMain();
    const inputs = { cases: 'a, b, c, d', 'fail-on': 'never' };
    const [exitCode, verdict, comment] = await outcome(scene, { [action]: 'runs: {using: composite}\n' }, inputs);
    expect([exitCode, verdict]).toEqual([0, 'pass']);
    expect(comment).toMatch(/^### .*; 4 of main's 6 cases$/m);
    expect(comment).toContain('fail-on: none on main, never here');
    expect(comment, 'what may have chosen them').toContain(
      `this change edits ${action}: review what changed below .github`,
    );
    expect(storedResults(scene.fake.state).run.inputs).toMatchObject({
      cases: ['a', 'b', 'c', 'd'],
      'fail-on': 'never',
      tags: [],
    });
  });
});

it('a selection that main’s run has too leaves nothing out, and is told', async ({ openScene }) => {
  const scene = await openScene(suiteOf({ a: SAFE, b: {}, c: {} }, { never_fail: ['b'] }));
  const inputs = { tags: 'safety' };
  await scene.pushMain({ inputs });
  const [, verdict, comment] = await outcome(scene, { 'README.md': 'words' }, inputs);
  expect(verdict).toBe('pass');
  expect(comment).toContain("1 of main's 1 cases; selected by tags=safety");
  expect(comment).not.toContain('left out');
  expect(comment).not.toContain('inputs are others');
});

async function outcome(
  scene: Scene,
  files: WorkspaceFiles,
  inputs: Readonly<Record<string, string>>,
): Promise<readonly [number | null, unknown, string]> {
  const { exitCode, outputs } = await scene.runPull(files, { inputs });
  return [exitCode, outputs['verdict'], readable(scene.fake.state.comments.at(-1)?.body ?? '')];
}
