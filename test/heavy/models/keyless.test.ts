/** A run without a key: the job logs in at the providers, and the gateway holds the token. */
import { expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BOTH_KINDS, modelSuite } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { IDS, startOwnHosts } from '#test/testing/providers/own-hosts.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const well: ModelScript = () => ({ text: 'all is well' });

it.each(BOTH_KINDS)('%s asks its model without a key', async (_, agent) => {
  await using models = await startModelServer({ script: well });
  await using hosts = await startOwnHosts({ models });
  await using folder = await folderWith(modelSuite(agent, ['one']));
  const run = await folder.cli(['run', '--json'], { env: { ...hosts.env, ...IDS.openai } });
  expect(run.exitCode, run.stderr).toBe(0);
  expect(hosts.violations).toEqual([]);
  expect(hosts.exchanges).toHaveLength(1);
});
