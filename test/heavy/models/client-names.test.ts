import { expect, it } from 'vitest';
import { modelSuite, runAgainst } from '#test/support/model-suite.ts';

it.each([
  ['OpenAI', { openai: { model: 'small' } }],
  ['Anthropic', { anthropic: { model: 'small' } }],
])('the bundled client of %s calls itself by its own name', async (name, agent) => {
  const env = { ANTHROPIC_API_KEY: 'sk-ant-of-a-test-0123456789' };
  const run = await runAgainst({ script: () => ({ text: 'all is well' }) }, modelSuite(agent, ['one']), [], env);
  expect(
    run.server.requests.map(({ headers }) => headers['user-agent']),
    run.stderr,
  ).toEqual([expect.stringMatching(new RegExp(`^${name}/JS \\d`))]);
});
