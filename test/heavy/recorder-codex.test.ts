/** The Codex CLI, unmodified, behind the recorder, which refuses the WebSocket that it asks for. */
import { expect, test } from 'vitest';
import { playRecorded } from './recorder/play-recorded.ts';
import { RECORDED_CLIENTS, requestsOf } from './recorder/recorded-clients.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';

const codex = await peer('@openai/codex from npm', () => npmPackages('codex'));

test.skipIf(codex.missing)(
  'Codex falls back to HTTP when its WebSocket is refused, and the recorder records it like other clients',
  async () => {
    const played = await playRecorded(
      { command: [process.execPath, 'codex.mjs'], nodeModules: codex.get() },
      {
        ways: ['codex-exec'],
        trials: 1,
        inputs: ['Say hello.'],
        script: () => ({ text: 'Hello from Codex.', usage: { input: 900, output: 7 } }),
      },
    );
    expect(played.exitCode, played.output).toBe(0);
    const [turn] = played.trials.get('codex-exec#1') ?? [];
    expect(turn).toMatchObject({
      output: 'Hello from Codex.',
      steps: 1,
      usage: { input_tokens: 900, output_tokens: 7, models: ['story-1'] },
      metadata: { fell_back: true },
    });
    expect(played.failures).toEqual([]);
    for (const client of RECORDED_CLIENTS.codex) {
      const { endpoints, streams } = client;
      expect(requestsOf(client, played.requests)).toEqual({ endpoints, streams });
    }
  },
);
