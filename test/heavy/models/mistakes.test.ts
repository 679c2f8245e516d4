import { expect, it } from 'vitest';
import { BUILT_IN, modelSuite, occurrences, runAgainst, runOnce } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

it('a mock module that can not be loaded stops the run before anything is asked', async () => {
  const agent = { openai: { ...BUILT_IN.openai, mocks: { look_up: { module: './mock.mjs' } } } };
  const suite = { ...modelSuite(agent, ['one', 'two']), 'mock.mjs': "import './nothing-here.mjs';\n" };
  const run = await runAgainst({ script: () => ({ text: 'all is well' }) }, suite);
  expect(run).toExit(4);
  expect(run.stderr).toContain('nothing-here.mjs');
  expect(run.server.requests).toEqual([]);
});

it('a server that ends before it is ready is shown with what it said', async () => {
  await using server = await startModelServer('all is well');
  const agent = { http: { url: 'http://127.0.0.1:1/', start: [process.execPath, 'server.mjs'] }, record: true };
  const suite = { ...modelSuite(agent, ['one']), 'server.mjs': "throw new Error('no database here');\n" };
  const run = await runOnce(suite, server);
  expect(run).toExit(4);
  expect(run.stderr).toContain("the agent can't start: Error: no database here");
  expect(occurrences(run.stderr, 'Error: no database here'), 'the headline, what the server wrote').toBe(2);
});
