import { expect, test } from 'vitest';
import { validConfig } from './read-config.ts';

const SUITE = 'version: 1\nsuite: {run: [vitest, "{results}"], results: vitest}\n';

test('a suite with its own runner needs no agent and no cases, and its rounds have limits of their own', () => {
  const { agent, cases } = validConfig(`${SUITE}limits: {round_timeout: 5m}\ncovers: [src/**]\n`);
  expect(agent).toMatchObject({ kind: 'suite', results: 'vitest', concurrency: 1, round_timeout_ms: 300_000 });
  expect(cases).toEqual([]);
});
