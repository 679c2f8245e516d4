import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
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
});

async function outcome(
  scene: Scene,
  files: WorkspaceFiles,
  inputs: Readonly<Record<string, string>>,
): Promise<readonly [number | null, unknown, string]> {
  const { exitCode, outputs } = await scene.runPull(files, { inputs });
  return [exitCode, outputs['verdict'], readable(scene.fake.state.comments.at(-1)?.body ?? '')];
}
