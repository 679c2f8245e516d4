import { expect } from 'vitest';
import { program } from '#test/support/program.ts';
import { it } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { npmPackages } from '../support/npm-packages.ts';

/**
 * A suite that the real promptfoo runs, with a script as its provider: what it writes is what the reader expects. It runs once a week and
 * not in `.ci/run`: promptfoo takes 280 MB and most of a minute to install, even without its optional packages.
 */

const CONFIG = {
  description: 'refunds',
  prompts: ['Refund {{order}}'],
  providers: ['file://provider.mjs'],
  tests: [
    { description: 'cracked mug', vars: { order: 'mug' }, assert: [{ type: 'contains', value: 'Refunded' }] },
    { description: 'late order', vars: { order: 'late' }, assert: [{ type: 'contains', value: 'Refunded' }] },
    { vars: { order: 'lamp' }, assert: [{ type: 'javascript', value: 'output.length < 20' }] },
  ],
};

const PROVIDER = program('promptfoo-provider.mjs');

function behaves(behaviour: { readonly wrong?: string; readonly throws?: string }): WorkspaceFiles {
  return { 'agent.json': JSON.stringify(behaviour) };
}

async function promptfooSuite(): Promise<WorkspaceFiles> {
  return {
    '.gitignore': 'node_modules\n.promptfoo\n',
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: ['node_modules/.bin/promptfoo', 'eval', '--no-cache', '--output', '{results}'],
        results: 'promptfoo',
        tests: ['promptfooconfig.yaml'],
        setup: [`ln -sfn '${await npmPackages('promptfoo', ['--omit=optional'])}' node_modules`],
        env: { PROMPTFOO_CONFIG_DIR: '.promptfoo', PROMPTFOO_DISABLE_UPDATE: '1' },
      },
      trials: { min: 3, max: 10 },
    }),
    'promptfooconfig.yaml': JSON.stringify(CONFIG),
    'provider.mjs': PROVIDER,
    ...behaves({}),
  };
}

it('promptfoo: a test that breaks is red by fresh rounds of both sides; where the provider is gone nothing was evaluated', async (openScene) => {
  const scene = await openScene(await promptfooSuite());
  await scene.storeMain();

  const same = await scene.runPull({ 'README.md': 'Refunds of orders.' });
  expect(same).toDecide('pass');

  const broken = await scene.runPull(behaves({ wrong: 'late' }));
  expect(broken).toDecide('fail');
  expect(broken.stdout).toMatch(/when main and this change were tried again just now/);
  expect(broken.stdout).toContain('late-order');

  const outage = await scene.runPull(behaves({ throws: 'connect ECONNREFUSED 192.0.2.1:443' }));
  expect(outage).toDecide('error');
  expect(outage.stdout).toContain('nothing was evaluated');
});
