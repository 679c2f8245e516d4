import type { RecordSettings } from '#config/recorded-settings.ts';
import type { BudgetCaps, Clock } from '#ports/ports.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { Patience } from '#wire/gateway/call/patience.ts';
import { createModelGateway } from '#wire/gateway/create-model-gateway.ts';
import { resolveUpstreams } from '#wire/gateway/resolve-upstreams.ts';
import type { Cassettes } from '#wire/ports.ts';
import { PROVIDER_NAMES } from '#wire/protocols/providers.ts';
import { createRecorder } from '#wire/recorder/recorder.ts';
import { commandAgent, run, type TestAgentOptions } from './support.ts';

/** What the machinery around a recorded agent is made of. */
export interface WiredOptions {
  readonly caps?: Partial<BudgetCaps>;
  readonly keys?: readonly string[];
  readonly patience?: Partial<Patience>;
  readonly cassettes?: Cassettes;
}

/** The key that only the gateway holds. */
export const REAL_KEY = 'sk-real-0123456789abcdef';

export const RECORD: RecordSettings = { tool_calls: 'auto', ignore_tools: [] };

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

const NO_CAPS: BudgetCaps = { max_cost_usd: null, max_tokens: null, max_duration_ms: null, max_trials: null };

/** A model server with a script, the real gateway and the real recorder before it, and agents that go through them. */
export async function wired(script: ModelScript, { caps, keys, patience, cassettes }: WiredOptions = {}) {
  const server = await startModelServer(script, { ...(keys && { keys }) });
  const resolved = resolveUpstreams({
    environment: {
      OPENAI_BASE_URL: server.base_urls.openai,
      OPENAI_API_KEY: REAL_KEY,
      ANTHROPIC_BASE_URL: server.base_urls.anthropic,
      ANTHROPIC_API_KEY: REAL_KEY,
      GOOGLE_GEMINI_BASE_URL: server.base_urls.gemini,
      GEMINI_API_KEY: REAL_KEY,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.base_urls.bedrock,
      AWS_ACCESS_KEY_ID: 'AKIAREAL',
      AWS_SECRET_ACCESS_KEY: REAL_KEY,
      OLLAMA_HOST: server.base_urls.ollama,
      OLLAMA_API_KEY: REAL_KEY,
    },
    config_base_urls: {},
    allowed_hosts: [],
  });
  mustBeRead(resolved);
  const gateway = createModelGateway({
    upstreams: resolved.upstreams,
    budget: createBudget({ ...NO_CAPS, ...caps }, clock),
    prices: {},
    cassettes: cassettes ?? null,
    clock,
    patience: { failures: 1, failed_ms: 0, refused_ms: 0, ...patience },
  });
  const recorder = createRecorder({ gateway, clock, providers: PROVIDER_NAMES });
  const agents: { close(): Promise<void> }[] = [];

  function agent(command: readonly string[] = run('model-worker.mjs'), settings: TestAgentOptions = {}) {
    const options = { recorder, gateway, ...settings.options };
    const made = commandAgent(command, { record: RECORD, ...settings, options });
    agents.push(made);
    return made;
  }

  return {
    server,
    recorder,
    gateway,
    agent,
    async [Symbol.asyncDispose]() {
      await Promise.all(agents.map((agent) => agent.close()));
      await recorder.close();
      await gateway.close();
      await server.close();
    },
  };
}
