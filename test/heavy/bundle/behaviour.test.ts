import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

import { comment, it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';

const call = (name: string) => ({ id: name, name, arguments: { order: 'A-1' }, result: 'ok', status: 'ok' });

/** A suite of cases that have only an input. */
function suite(tools: readonly string[], config: object) {
  const answer = { output: 'done', tool_calls: tools.map(call), usage: { input_tokens: 10, output_tokens: 5 } };
  return scriptedSuite(
    { refund: { expect: undefined, step: { answer } }, hello: { expect: undefined } },
    { trials: 5, gate: {}, ...config },
  );
}

const WORDS = 'refund: find_order was called in 5 of 5 trials on main and in none of 5 here';

test('cases with only an input are compared by what they call, where the config says so', async () => {
  await using main = await folderWith(suite(['find_order', 'pay'], {}));
  const refused = await main.cli(['validate']);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr + refused.stdout).toContain('`behaviour: report` in the config');
  await main.write(suite(['find_order', 'pay'], { behaviour: 'report' }));
  const made = await main.cli(['run']);
  expect(made).toExit(0);

  const baseline = join(main.path, 'agent-eval-results');
  await using change = await folderWith(suite(['pay'], { behaviour: 'report' }));
  const told = await change.cli(['run', '--baseline', baseline]);
  expect(told).toExit(0);
  const comment = await change.read('agent-eval-results/comment.md');
  expect(comment.split('\n')).toContain(`Behaves otherwise: ${WORDS.replaceAll('_', '&#95;')}`);
  await change.write(suite(['pay'], { behaviour: 'fail' }));
  const red = await change.cli(['run', '--baseline', baseline]);
  expect(red.exitCode).toBe(1);
  expect(red.stdout).toContain(`behaves otherwise: ${WORDS}`);
  await change.write({
    'agent-eval-accepts.yml': '- {metric: behaviour, reason: it pays without a search, until: 2099-12-31}\n',
  });
  const accepted = await change.cli(['run', '--baseline', baseline]);
  expect(accepted).toExit(0);
  expect(accepted.stdout).toContain('it pays without a search');
});

it('on a pull request `fail` is red by fresh trials of both sides, and an accept by that very name takes it back', async (openScene) => {
  const scene = await openScene(suite(['find_order', 'pay'], { behaviour: 'fail' }));
  await scene.storeMain();
  const change = suite(['pay'], { behaviour: 'fail' });
  const red = await scene.runPull(change);
  expect(red).toDecide('fail');
  expect(comment(scene)).toContain(`behaves otherwise: ${WORDS}`);

  const accept = (entry: string) => ({ 'agent-eval-accepts.yml': `- {${entry}, until: 2099-12-31}\n` });
  const other = await scene.runPull({ ...change, ...accept('metric: cost_usd, up_to: 0.4, reason: longer') });
  expect(other).toDecide('fail');
  const meant = await scene.runPull({ ...change, ...accept('metric: behaviour, reason: it pays at once') });
  expect(meant).toDecide('pass');
  expect(comment(scene)).toContain('it pays at once');

  const report = await scene.runPull({
    ...suite(['find_order', 'pay'], { behaviour: 'fail' }),
    'agent-eval-accepts.yml': null,
  });
  expect(report).toDecide('pass');
});
