import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { environment, KEY, refunds, SET_UP } from '../support/readme-set-up.ts';

/** A model that refunds at once when it is told to hurry. */
const hurried: ModelScript = (request, ...rest) =>
  JSON.stringify(request).includes('Help quickly.') ? { text: 'Done.' } : refunds(request, ...rest);

it('the set-up of README as it stands: main makes the baseline, an unchanged change passes, a broken one is red', async (openScene) => {
  await using server = await startModelServer(hurried, { keys: [KEY] });
  const env = environment(server);
  const scene = await openScene(SET_UP);
  const main = await scene.pushMain({ env });
  expect(main, main.stdout).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });

  const unchanged = await scene.runPull({ 'NOTES.md': 'Nothing that an agent reads.\n' }, { env });
  expect(unchanged, unchanged.stdout).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });

  const broken = SET_UP['agent.py'].replace('"Help."', '"Help quickly."');
  const red = await scene.runPull({ 'agent.py': broken }, { env });
  expect(red, red.stdout).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
  expect(scene.fake.state.comments.map(({ body }) => body).join()).toContain('refund-cracked-mug');
  expect(server.failures).toEqual([]);
});
