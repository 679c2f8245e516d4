import { expect } from 'vitest';
import { BUILT_IN, environmentOf, modelSuite, REAL_KEY } from '#test/support/model-suite.ts';
import { it } from '#test/support/scene.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

const AGENTS = {
  openai: BUILT_IN,
  anthropic: { anthropic: { ...BUILT_IN.openai, max_output_tokens: 100 } },
} as const;

it.for(['openai', 'anthropic'] as const)(
  'debug logging of the runner and of every library shows no request of a model, no header and no signed address (%s)',
  async (provider, { openScene }) => {
    await using server = await startModelServer('all is well');
    const scene = await openScene(modelSuite(AGENTS[provider], { one: { input: 'words of a private prompt' } }));
    const result = await scene.runPull(
      {},
      {
        env: {
          ...environmentOf(server),
          ANTHROPIC_API_KEY: REAL_KEY,
          RUNNER_DEBUG: '1',
          ACTIONS_STEP_DEBUG: 'true',
          ACTIONS_RUNNER_DEBUG: 'true',
          DEBUG: '*',
          OPENAI_LOG: 'debug',
          ANTHROPIC_LOG: 'debug',
          AZURE_LOG_LEVEL: 'verbose',
        },
      },
    );
    expect(result.outputs['trials'], result.stdout).toBe('1');
    expect(server.requests).toHaveLength(1);
    // As the runner shows it: what was masked is not in it.
    const log = result.logLines.join('\n');
    expect(log).not.toContain(REAL_KEY);
    expect(log).not.toContain(scene.fake.state.token.value);
    expect(log).not.toMatch(/authorization|bearer |x-api-key/i);
    expect(log).not.toMatch(/[?&]sig=(?!\*|REDACTED)/);
    expect(log).not.toContain('words of a private prompt');
  },
);
