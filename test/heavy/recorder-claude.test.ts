/** The Claude Agent SDK and the Claude Code that it starts, unmodified, behind the recorder. */
import { expect, test } from 'vitest';
import { playRecorded } from './recorder/play-recorded.ts';
import { RECORDED_CLIENTS, requestsOf } from './recorder/recorded-clients.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';

const claude = await peer('@anthropic-ai/claude-agent-sdk from npm', () => npmPackages('claude'));

test.skipIf(claude.missing)('the tools that Claude Code runs are recorded with their results', async () => {
  const played = await playRecorded(
    { command: [process.execPath, 'claude.mjs'], nodeModules: claude.get() },
    {
      ways: ['claude-agent'],
      trials: 1,
      inputs: ['Echo a word.'],
      script: ({ messages }) =>
        messages.some(({ role }) => role === 'tool')
          ? { text: 'Done.', usage: { input: 700, output: 5 } }
          : { calls: [{ name: 'Bash', arguments: { command: 'echo marked' } }], usage: { input: 600, output: 20 } },
    },
  );
  expect(played.exitCode, played.output).toBe(0);
  expect(played.trials.get('claude-agent#1')).toMatchObject([
    {
      output: 'Done.',
      steps: 2,
      usage: { input_tokens: 1300, output_tokens: 25, models: ['story-1'] },
      tool_calls: [{ name: 'Bash', arguments: { command: 'echo marked' }, status: 'ok', result: 'marked', step: 1 }],
    },
  ]);
  for (const client of RECORDED_CLIENTS.claude) {
    const { endpoints, streams } = client;
    expect(requestsOf(client, played.requests)).toEqual({ endpoints, streams });
  }
});
