import { expect } from 'vitest';
import { program } from '#test/support/program.ts';
import { comment, it } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { npmPackages } from '../support/npm-packages.ts';

/** A suite of the real vitest-evals, on the Vitest that it needs: what it writes is what the reader expects. */
function behaves(behaviour: { readonly wrong?: string; readonly throws?: string }): WorkspaceFiles {
  return { 'agent.json': JSON.stringify(behaviour) };
}

it('an evaluation of describeEval that breaks is red by fresh rounds of both sides, with what its judge scored; where the provider is gone nothing was evaluated', async (openScene) => {
  const vitest = ['node_modules/.bin/vitest', 'run', '--root=.'];
  const report = ['--reporter=json', '--outputFile={results}'];
  const scene = await openScene({
    '.gitignore': 'node_modules\n',
    'package.json': '{"type": "module", "private": true}',
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        ...{ run: [...vitest, ...report], run_cases: [...vitest, '-t', '{pattern}', ...report], results: 'vitest' },
        tests: ['evals/**', 'vitest.config.mjs'],
        setup: [`ln -sfn '${await npmPackages('evalite')}' node_modules`],
      },
      trials: { min: 3, max: 10 },
    }),
    'vitest.config.mjs': 'export default { test: { include: ["evals/**"], watch: false } };',
    'evals/refunds.eval.mjs': program('vitest-evals-refunds.mjs'),
    ...behaves({}),
  });
  await scene.storeMain();

  const broken = await scene.runPull(behaves({ wrong: 'late' }));
  expect(broken).toDecide('fail');
  expect(broken.stdout).toMatch(/when main and this change were tried again just now/);
  expect(comment(scene)).toMatch(/refunds .*late/);
  expect(comment(scene)).toContain('refunded');

  const outage = await scene.runPull(behaves({ throws: 'APIConnectionError' }));
  expect(outage).toDecide('error');
  expect(outage.stdout).toContain('nothing was evaluated');
});
