import { systemClock } from '#commands/terminal/clock.ts';
import type { BudgetCaps } from '#ports/ports.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { Prices } from '#trials/prices/prices.ts';
import { createModelGateway } from '#wire/gateway/create-model-gateway.ts';
import { resolveUpstreams } from '#wire/gateway/resolve-upstreams.ts';
import type { CallContext, ModelGateway } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';

/** A model server that answers by a script, behind the real gateway. */
export interface ScriptedGateway {
  readonly server: ModelServer;
  readonly gateway: ModelGateway;
  close(): Promise<void>;
}

/** What differs from a server that takes every key, and a gateway without caps. */
export interface ScriptedGatewayOptions extends ModelServerOptions {
  readonly prices?: Prices;
  readonly caps?: Partial<BudgetCaps>;
}

const NO_CAPS: BudgetCaps = { max_cost_usd: null, max_tokens: null, max_duration_ms: null, max_trials: null };

/** Starts both. */
export async function startScriptedGateway(
  script: ModelScript,
  { prices = {}, caps = {}, ...options }: ScriptedGatewayOptions = {},
): Promise<ScriptedGateway> {
  const server = await startModelServer(script, options);
  const environment = {
    OPENAI_BASE_URL: server.base_urls.openai,
    OPENAI_API_KEY: 'sk-real',
    ANTHROPIC_BASE_URL: server.base_urls.anthropic,
    ANTHROPIC_API_KEY: 'sk-ant-real',
    GOOGLE_GEMINI_BASE_URL: server.base_urls.gemini,
    GEMINI_API_KEY: 'gemini-real',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.base_urls.bedrock,
    AWS_BEARER_TOKEN_BEDROCK: 'bedrock-real',
    OLLAMA_HOST: server.base_urls.ollama,
  };
  const resolved = resolveUpstreams({ environment, allowed_hosts: [], config_base_urls: {} });
  mustBeRead(resolved);
  const gateway = createModelGateway({
    upstreams: resolved.upstreams,
    budget: createBudget({ ...NO_CAPS, ...caps }, systemClock),
    prices,
    cassettes: null,
    clock: systemClock,
    patience: { failures: 1, failed_ms: 0, refused_ms: 0 },
  });
  return {
    server,
    gateway,
    async close() {
      await gateway.close();
      await server.close();
    },
  };
}

/** A context that keeps the calls it is told of. */
export function listeningContext(): CallContext & { readonly calls: readonly ModelCall[] } {
  const calls: ModelCall[] = [];
  return {
    calls,
    ledger: 'agent',
    attempt: { trial: { case_id: 'case', index: 1 } },
    onWait() {},
    onCall: (call) => calls.push(call),
  };
}
