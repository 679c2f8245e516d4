import type { JsonObject } from '#common/json.ts';
import type { Budget, BudgetCaps, Clock } from '#ports/ports.ts';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { Prices } from '#trials/prices/prices.ts';
import type { HeldToken, Upstreams } from '#wire/gateway/call/upstream.ts';
import { createModelGateway, type ModelGatewayOptions } from '#wire/gateway/create-model-gateway.ts';
import { resolveUpstreams } from '#wire/gateway/resolve-upstreams.ts';
import type { CallContext, Cassettes, ModelGateway, TrialAttempt } from '#wire/ports.ts';
import type { Method } from '#wire/protocols/format/provider.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import type { Provider } from '#wire/protocols/providers.ts';
import { skippingClock } from './clocks.ts';

/** The key that the workflow holds: nothing but the upstream may ever see it. */
export const REAL_KEY = 'sk-real-0123456789abcdefghijklmnopqrstuv';

/** What a scene may set. */
export interface SceneOptions extends Partial<Omit<ModelServerOptions, 'script'>> {
  readonly caps?: Partial<BudgetCaps>;
  readonly prices?: Prices;
  readonly cassettes?: Cassettes;
  readonly clock?: Clock;
  readonly patience?: ModelGatewayOptions['patience'];
  readonly environment?: Readonly<Record<string, string>>;
  /** In place of a key of OpenAI. */
  readonly held?: HeldToken;
}

/** A gateway in front of a scripted model server. */
export interface Scene extends AsyncDisposable {
  readonly server: ModelServer;
  readonly gateway: ModelGateway;
  readonly budget: Budget;
  /** Calls told of, in that order. */
  readonly calls: readonly ModelCall[];
  /** What `onWait` was told. */
  readonly waits: readonly boolean[];
  ask(asked?: Asked): Promise<Told>;
  context(more?: Partial<CallContext>): CallContext;
}

/** One request. */
interface Asked {
  readonly provider?: Provider;
  readonly method?: Method;
  readonly path?: string;
  readonly body?: JsonObject;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly context?: Partial<CallContext>;
  readonly signal?: AbortSignal;
}

/** What the client got. `lost`: the body broke off after `text`. */
interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly lost: boolean;
}

export const CHAT: JsonObject = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Weather in Paris?' }] };
export const STREAMED: JsonObject = { ...CHAT, stream: true };
/** A streamed request of Bedrock. */
export const CONVERSE_STREAM = {
  provider: 'bedrock',
  path: '/model/anthropic.claude-scripted-v1%3A0/converse-stream',
  body: { messages: [{ role: 'user', content: [{ text: 'Weather in Paris?' }] }] },
} as const;
/** A streamed request of Gemini, whose path says which model, and that it streams. */
export const GEMINI_STREAM = {
  provider: 'gemini',
  path: '/v1beta/models/gpt-4o:streamGenerateContent?alt=sse',
  body: { contents: [{ role: 'user', parts: [{ text: 'Weather in Paris?' }] }] },
} as const;
export const MESSAGES: JsonObject = { ...CHAT, model: 'claude-sonnet', max_tokens: 100 };

/** Starts both. Everything is closed by `await using`. */
export async function startScene(script: ModelScript, options: SceneOptions = {}): Promise<Scene> {
  const server = await startModelServer(script, { ...options });
  const environment = {
    OPENAI_BASE_URL: server.base_urls.openai,
    AZURE_OPENAI_ENDPOINT: server.base_urls.azure,
    AZURE_OPENAI_API_KEY: REAL_KEY,
    ANTHROPIC_BASE_URL: server.base_urls.anthropic,
    GOOGLE_GEMINI_BASE_URL: server.base_urls.gemini,
    GEMINI_API_KEY: REAL_KEY,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.base_urls.bedrock,
    AWS_ACCESS_KEY_ID: 'AKIAREAL',
    AWS_SECRET_ACCESS_KEY: REAL_KEY,
    OLLAMA_HOST: server.base_urls.ollama,
    OPENAI_API_KEY: REAL_KEY,
    ANTHROPIC_API_KEY: REAL_KEY,
    ...options.environment,
  };
  const clock = options.clock ?? skippingClock();
  const budget = createBudget({ ...NO_CAPS, ...options.caps }, clock);
  const upstreams = upstreamsOf(environment);
  const { held } = options;
  const gateway = createModelGateway({
    upstreams: held === undefined ? upstreams : { ...upstreams, openai: { ...upstreams.openai, key: null, held } },
    budget,
    prices: options.prices ?? {},
    cassettes: options.cassettes ?? null,
    clock,
    random: () => 1,
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  });
  const calls: ModelCall[] = [];
  const waits: boolean[] = [];
  const context = (more: Partial<CallContext> = {}): CallContext => ({
    ledger: 'agent',
    attempt: null,
    onWait: (waiting) => waits.push(waiting),
    onCall: (call) => calls.push(call),
    ...more,
  });
  return {
    server,
    gateway,
    budget,
    calls,
    waits,
    context,
    ask: (asked = {}) => ask(gateway, asked, context(asked.context)),
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await server.close();
    },
  };
}

/** A first attempt at the n-th trial of a case. */
export function attemptAt(case_id: string, index = 1): TrialAttempt {
  return { trial: { case_id, index } };
}

/** Upstreams of an environment that is in order. */
export function upstreamsOf(environment: Readonly<Record<string, string>>): Upstreams {
  const resolved = resolveUpstreams({ environment, config_base_urls: {}, allowed_hosts: [] });
  mustBeRead(resolved);
  return resolved.upstreams;
}

const PATHS: Readonly<Record<Provider, string>> = {
  openai: '/chat/completions',
  azure: '/openai/v1/chat/completions',
  anthropic: '/messages',
  gemini: '/v1beta/models/gemini-scripted:generateContent',
  bedrock: '/model/anthropic.claude-scripted-v1%3A0/converse',
  openrouter: '/chat/completions',
  vercel: '/v3/ai/language-model',
  ollama: '/api/chat',
};

async function ask(gateway: ModelGateway, asked: Asked, context: CallContext): Promise<Told> {
  const { provider = 'openai', method = 'POST', signal = new AbortController().signal } = asked;
  const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...asked.headers };
  const body = asked.text ?? (method !== 'POST' ? '' : JSON.stringify(asked.body ?? CHAT));
  const request = { provider, method, path: asked.path ?? PATHS[provider], headers, body };
  const response = await gateway.call(request, context, signal);
  let text = '';
  let lost = false;
  try {
    for await (const chunk of response.body) text += new TextDecoder().decode(chunk);
  } catch {
    lost = true;
  }
  return { status: response.status, headers: response.headers, text, lost };
}
