import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const NEVER = { inputs: { confirm: 'never' } };

/** A suite of two cases, one of which has this check. */
const suiteOf = (custom: object, files: WorkspaceFiles, config: object = {}): WorkspaceFiles => ({
  ...scriptedSuite(
    { plain: {}, judged: { expect: { custom: [custom] } } },
    {
      gate: { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail', never_fail: ['judged'] },
      ...config,
    },
  ),
  ...files,
});

describe('a check whose command names nothing that could be followed', () => {
  const run = { command: ['npm', 'run', '--silent', 'judge'] };
  const files = { 'package.json': '{"scripts": {"judge": "echo $(cat answer)"}}', answer: '{"passed": true}' };
  const edited = 'a custom check of judged names no file that can be traced, and answer may be part of it';

  it('leaves the verdict open where its case is guarded, and names what the pull request edits', async ({
    openScene,
  }) => {
    const scene = await openScene(suiteOf(run, files));
    await scene.storeMain();
    const found = await outcome(scene, { answer: '{"passed": true} ' });
    expect(found).toEqual([3, 'inconclusive', expect.stringContaining(edited)]);
  });
});

describe('a check whose program puts paths together', () => {
  const check = (open: string) =>
    `import { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\nconst here = import.meta.dirname;\n${open}\nconsole.log('{"passed": true}');\n`;
  const run = { command: ['node', 'checks/check.mjs'], files: ['checks/check.mjs'] };

  it('has the files that quoted texts join: a guarded case whose rules change is open', async ({ openScene }) => {
    const joined = "const rules = join(here, 'rules');\nreadFileSync(join(rules, 'strict.txt'));";
    const files = { 'checks/check.mjs': check(joined), 'checks/rules/strict.txt': 'no refunds' };
    const scene = await openScene(suiteOf(run, files));
    await scene.storeMain();
    const found = await outcome(scene, { 'checks/rules/strict.txt': 'anything goes' });
    expect(found).toEqual([3, 'inconclusive', expect.stringContaining('the files that its checks use changed')]);
  });
});

async function outcome(scene: Scene, files: WorkspaceFiles): Promise<readonly [number | null, unknown, string]> {
  const { exitCode, outputs } = await scene.runPull(files, NEVER);
  return [exitCode, outputs['verdict'], readable(scene.fake.state.comments.at(-1)?.body ?? '')];
}
