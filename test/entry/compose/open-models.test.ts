import { expect, onTestFinished, test } from 'vitest';
import type { CallContext } from '#adapters/models/ports.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { createBudget, NO_CAPS } from '#application/trials/budget.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import { openModels } from '#entry/compose/open-models.ts';
import { startModelServer } from '#test/support/model-server/model-server.ts';

const CONTEXT: CallContext = { ledger: 'agent', attempt: null, onWait: () => undefined, onCall: () => undefined };
const NEVER = new AbortController().signal;
const USER = { anthropic: { model: 'claude' } };
const SPEC = { persona: 'p', goal: 'g', max_turns: 3, stop: [], opening: null };

async function modelsOf(config: object, environment: Readonly<Record<string, string>> = {}) {
  const text = JSON.stringify({ version: 1, cases: ['c.yml'], ...config });
  const parsed = parseConfig(text, 'agent-eval.yml');
  if ('issues' in parsed) throw new Error(JSON.stringify(parsed.issues));
  const opened = await openModels({
    config: parsed.config,
    environment,
    allowed_hosts: [],
    replay: null,
    cassette_folder: '/nowhere',
    budget: createBudget(NO_CAPS, systemClock),
    clock: systemClock,
    redact: (text) => text,
  });
  if ('access' in opened) onTestFinished(() => opened.access.close());
  return opened;
}

test('what ends the run for the simulated user ends it for the agent, though the config names a host for the agent', async () => {
  const empty = { type: 'billing_error', message: 'Your credit balance is too low' };
  const server = await startModelServer({ script: () => ({ fault: { status: 400, error: empty } }) });
  onTestFinished(() => server.close());
  const agent = { command: ['a'], record: true, env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } };
  const environment = { ANTHROPIC_BASE_URL: server.base_urls.anthropic, ANTHROPIC_API_KEY: 'sk-0123456789' };
  const opened = await modelsOf({ agent, simulated_user: USER }, environment);
  if ('problem' in opened) expect.fail(opened.problem);
  const { user, gateway } = opened.access;
  await expect(user?.next(SPEC, [], CONTEXT, NEVER)).rejects.toThrow(/credit/);
  const asked = server.requests.length;
  const request = { provider: 'anthropic', method: 'POST', path: '/messages', headers: {}, body: '{}' } as const;
  expect((await gateway?.call(request, CONTEXT, NEVER))?.status).toBe(401);
  expect(server.requests).toHaveLength(asked);
});

test.each([
  { record: true, problem: /models\.example.*allowed-hosts/ },
  { record: false, problem: null },
])('a host in the env of an agent must be allowed where its calls go through us: record $record', async (given) => {
  const agent = { command: ['a'], record: given.record, env: { OPENAI_BASE_URL: 'https://models.example/v1' } };
  const opened = await modelsOf({ agent, simulated_user: USER });
  if (given.problem === null) expect(opened).toHaveProperty('access');
  else expect(opened).toMatchObject({ problem: expect.stringMatching(given.problem) });
});
