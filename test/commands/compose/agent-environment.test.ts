import { expect, test } from 'vitest';
import { agentEnvironment } from '#commands/compose/agent-environment.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { filesOf } from '#test/runner/in-memory.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';

const KEYS = { OPENAI_API_KEY: 'sk-one-one-one', ANTHROPIC_API_KEY: 'sk-two-two-two', SHOP_URL: 'http://shop.test' };

async function problemOf(agent: string) {
  const files = filesOf({
    'agent-eval.yml': `version: 1\nagent: ${agent}\ncases: [c.yml]\n`,
    'c.yml': 'cases: [{id: a, input: x, expect: {completes: true}}]\n',
  });
  const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
  mustBeRead(loaded);
  const child = agentEnvironment({ environment: KEYS, pass_env: [] }, loaded.suite);
  return 'problem' in child ? child.problem : null;
}

test.each([
  [
    'one key of a provider',
    '[OPENAI_API_KEY]',
    'agent.needs: OPENAI_API_KEY is set, but not passed to the agent; add `record: true` to the agent, so that the key stays out of it, or name it in pass-env',
  ],
  [
    'two keys of providers',
    '[OPENAI_API_KEY, ANTHROPIC_API_KEY]',
    'agent.needs: OPENAI_API_KEY, ANTHROPIC_API_KEY are set, but not passed to the agent; add `record: true` to the agent, so that the keys stay out of it, or name them in pass-env',
  ],
  ['another variable', '[SHOP_URL]', 'agent.needs: SHOP_URL is set, but not passed to the agent; name it in pass-env'],
])('a program that needs %s and is not handed it is told both ways', async (_, needs, problem) => {
  expect(await problemOf(`{command: [a], needs: ${needs}}`)).toBe(problem);
});

test('a recorded program needs no key of a provider', async () => {
  expect(await problemOf('{command: [a], record: true, needs: [OPENAI_API_KEY]}')).toBeNull();
});
