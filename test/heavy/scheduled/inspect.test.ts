import { expect } from 'vitest';
import { program } from '#test/support/program.ts';
import { it } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { pythonEnvironment } from '../support/python-environment.ts';

/**
 * A suite that the real Inspect runs against its own mock model: what it logs is what the reader expects. It runs once a week and not in
 * `.ci/run`: Inspect and its 79 packages take 300 MB and more than a minute to install.
 */

const TASKS = program('inspect-tasks.py');

function behaves(behaviour: { readonly wrong?: string; readonly throws?: string }): WorkspaceFiles {
  return { 'agent.json': JSON.stringify(behaviour) };
}

async function inspectSuite(): Promise<WorkspaceFiles> {
  const { python, env } = await pythonEnvironment('inspect');
  const options = ['--log-format', 'json', '--log-dir', '{results}', '--display', 'plain'];
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: [python, '-m', 'inspect_ai', 'eval', 'evals/refunds.py', ...options],
        results: 'inspect',
        env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
      },
      trials: { min: 3, max: 10 },
    }),
    'evals/refunds.py': TASKS,
    ...behaves({}),
  };
}

it('Inspect: a sample that breaks is red by fresh rounds of both sides; a model that throws ends the run with exit code 0 and is never green', async (openScene) => {
  const scene = await openScene(await inspectSuite());
  await scene.storeMain();

  const same = await scene.runPull({ 'README.md': 'Refunds of orders.' });
  expect(same).toDecide('pass');

  const broken = await scene.runPull(behaves({ wrong: 'late' }));
  expect(broken).toDecide('fail');
  expect(broken.stdout).toMatch(/when main and this change were tried again just now/);
  expect(broken.stdout).toContain('evals/refunds.py-refunds-late broke');

  const thrown = await scene.runPull(behaves({ throws: 'lamp' }));
  // Samples that it did not come to make the round void; where all had begun, the one that threw failed.
  expect(['fail', 'error'], thrown.stdout).toContain(thrown.outputs['verdict']);
});
