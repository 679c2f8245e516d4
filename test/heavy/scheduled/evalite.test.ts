import { expect } from 'vitest';
import { program } from '#test/support/program.ts';
import { comment, it } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { npmPackages } from '../support/npm-packages.ts';

/**
 * A suite that the real evalite runs, with a function as its task: what it exports is what the reader expects. It keeps
 * results in memory, because its database's binary comes from an install script, and none runs here.
 */

/** What the agent of the suite does, in a file of its own. */
interface Behaviour {
  /** Orders that it gets wrong. */
  readonly wrong?: readonly string[];
  /** What it throws at each order. */
  readonly throws?: string;
  /** It can't be loaded by the evals of shipping. */
  readonly no_shipping?: boolean;
  /** Name of the eval of shipping. */
  readonly shipping?: string;
}

function behaves(behaviour: Behaviour): WorkspaceFiles {
  return { 'agent.json': JSON.stringify(behaviour) };
}

const CONFIG = `
import { defineConfig } from 'evalite/config';
import { createInMemoryStorage } from 'evalite/in-memory-storage';
export default defineConfig({ storage: () => createInMemoryStorage() });
`;

const AGENT = program('evalite-agent.mjs');

const SCORERS = `
export const done = { name: 'done', description: 'it did it', scorer: ({ output }) => (output.startsWith('Done') ? 1 : 0) };
export const short = { name: 'short', scorer: ({ output }) => ({ score: Math.min(1, 16 / output.length), metadata: { length: output.length } }) };
`;

const REFUNDS = program('evalite-refunds.mjs');

const SHIPPING = program('evalite-shipping.mjs');

async function evaliteSuite(): Promise<WorkspaceFiles> {
  return {
    '.gitignore': 'node_modules\n',
    'package.json': '{"type": "module", "private": true}',
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: ['node_modules/.bin/evalite', 'run', '--outputPath', '{results}'],
        results: 'evalite',
        tests: ['evals/**', 'evalite.config.mjs'],
        min_score: 0.5,
        setup: [`ln -sfn '${await npmPackages('evalite')}' node_modules`],
      },
      trials: { min: 3, max: 10 },
    }),
    'evalite.config.mjs': CONFIG,
    'evals/refunds.eval.mts': REFUNDS,
    'evals/shipping.eval.mts': SHIPPING,
    'evals/scorers.mjs': SCORERS,
    'agent.mjs': AGENT,
    ...behaves({}),
  };
}

it('an eval of evalite that breaks is red by fresh rounds of both sides; one that leaves no trace in the file is open, and where the provider is gone nothing was evaluated', async (openScene) => {
  const scene = await openScene(await evaliteSuite());
  await scene.storeMain();
  async function pull(behaviour: Behaviour) {
    const { outputs, stdout } = await scene.runPull(behaves(behaviour));
    return { verdict: outputs['verdict'], comment: comment(scene), stdout };
  }

  const broken = await pull({ wrong: ['late'] });
  expect(broken.verdict, broken.stdout).toBe('fail');
  expect(broken.comment).toContain('evals/refunds.eval.mts');
  expect(broken.stdout).toMatch(/when main and this change were tried again just now/);

  const notLoaded = await pull({ no_shipping: true });
  expect(notLoaded.verdict, notLoaded.stdout).toBe('inconclusive');
  expect(notLoaded.comment).toContain('1 case of main has no result here though no test changed');

  const twins = await pull({ shipping: 'refunds' });
  expect(twins.verdict, twins.stdout).toBe('error');
  expect(twins.comment).toContain('it mixes up evals of the same name; give each eval its own name, across all files');

  const outage = await pull({ throws: 'connect ECONNREFUSED 192.0.2.1:443' });
  expect(outage.verdict, outage.stdout).toBe('error');
  expect(outage.stdout).toContain('nothing was evaluated: all 12 trials ended in errors (12 provider)');
});
