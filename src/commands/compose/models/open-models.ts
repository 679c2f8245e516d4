import { join } from 'node:path';
import { FEDERATIONS, isFederated } from '#common/federations.ts';
import { isModelAgent } from '#config/capture.ts';
import type { AgentConfig, Config, JudgeConfig } from '#config/config.ts';
import { judgeIdentity } from '#judge/identity.ts';
import { CassetteError } from '#wire/cassettes/cassette-error.ts';
import { createCassettes } from '#wire/cassettes/create-cassettes.ts';
import { createUserModel } from '#wire/clients/create-chat-model.ts';
import { createEmbeddingModel } from '#wire/clients/create-embedding-model.ts';
import { createJudgeModel } from '#wire/clients/create-judge-model.ts';
import { embeddingSimilarity } from '#wire/embeddings/embedding-similarity.ts';
import type { Upstreams } from '#wire/gateway/call/upstream.ts';
import { type CalledModels, calledModels } from '#wire/gateway/called-models.ts';
import { createModelGateway, type ModelGatewayOptions } from '#wire/gateway/create-model-gateway.ts';
import { missingKeys } from '#wire/gateway/missing-keys.ts';
import { resolveUpstreams } from '#wire/gateway/resolve-upstreams.ts';
import { createLimiters } from '#wire/gateway/sending/limiters.ts';
import { watchedGateway } from '#wire/gateway/watched-gateway.ts';
import { createJudge, createJudgeCache } from '#wire/judge/create-judge.ts';
import type { Cassettes, ModelGateway } from '#wire/ports.ts';
import { byProvider, PROVIDER_NAMES, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import { knownHosts } from '#wire/recorder/preload/known-hosts.ts';
import { createRecorder, type RecorderOptions } from '#wire/recorder/recorder.ts';
import { createSimulatedUser } from '#wire/simulated-user/create-simulated-user.ts';
import type { ModelAccess, ModelAccessRequest } from './model-access.ts';

/** Opens the access to models. Sends nothing and starts no server before the first call. */
export async function openModels(
  request: ModelAccessRequest,
): Promise<{ readonly access: ModelAccess } | { readonly problem: string }> {
  const { config } = request;
  const { agent } = config;
  if ('record' in agent && agent.record?.preload === true && process.platform === 'win32')
    return {
      problem: 'agent.record.preload works on Linux and macOS only; remove it, and give the clients their addresses',
    };
  const agents = resolve(request, agentBaseUrls(agent));
  if ('problem' in agents) return agents;
  const users = resolve(request, roleBaseUrls(config, config.simulated_user));
  if ('problem' in users) return users;
  const judge = request.judges === true ? config.judge : null;
  const judges = resolve(request, roleBaseUrls(config, judge));
  if ('problem' in judges) return { problem: `judge: ${judges.problem}` };
  const audit = judge?.audit ?? null;
  const auditors = resolve(request, roleBaseUrls(config, audit));
  if ('problem' in auditors) return { problem: `judge.audit: ${auditors.problem}` };
  const embeddings = resolve(request, { openai: config.embedding?.base_url ?? null });
  if ('problem' in embeddings) return { problem: `embedding: ${embeddings.problem}` };
  const missing = [
    ...missingOf(config, request.environment, agents.upstreams, users.upstreams),
    ...keysFor(embeddings.upstreams, config.embedding === null ? null : 'openai'),
  ].filter((name, at, all) => all.indexOf(name) === at);
  const lacking = [
    ...keysFor(judges.upstreams, judge?.provider ?? null),
    ...keysFor(auditors.upstreams, audit?.provider ?? null),
  ];
  const judge_missing = [...new Set(lacking)].filter((name) => !missing.includes(name));
  try {
    const { cassettes, usesRunSpread } = await cassettesOf(request, missing.length + judge_missing.length > 0);
    const strict = cassettes?.mode === 'strict';
    const upstreams = {
      agents: agents.upstreams,
      users: users.upstreams,
      judges: judges.upstreams,
      auditors: auditors.upstreams,
      embeddings: embeddings.upstreams,
    };
    return {
      access: {
        ...gateways(request, upstreams, cassettes),
        missing_keys: strict ? [] : missing,
        judge_missing: strict ? [] : judge_missing,
        replayed_without: usesRunSpread ? [...missing, ...judge_missing] : [],
        replayable_trials: strict ? await cassettes.trials() : null,
      },
    };
  } catch (error) {
    if (error instanceof CassetteError) return { problem: error.message };
    throw error;
  }
}

/** Agent, simulated user and judge share a gateway, unless they use two hosts of one provider; hosts always share a limiter. */
function gateways(
  request: ModelAccessRequest,
  upstreams: {
    readonly agents: Upstreams;
    readonly users: Upstreams;
    readonly judges: Upstreams;
    readonly auditors: Upstreams;
    readonly embeddings: Upstreams;
  },
  cassettes: Cassettes | null,
): Pick<
  ModelAccess,
  'gateway' | 'rounds' | 'called' | 'recorder' | 'user' | 'judge' | 'auditor' | 'embedding' | 'close'
> {
  const { config, judges, judge_cache, budget, clock } = request;
  const { agent, prices, base_prices, simulated_user: player, judge } = config;
  const closing = new AbortController();
  const limiterOf = createLimiters(clock, closing.signal);
  const seen = calledModels();
  const made: { readonly hosts: Upstreams; readonly gateway: ModelGateway }[] = [];
  const gatewayTo = (hosts: Upstreams): ModelGateway => {
    const known = made.find((item) => sameHosts(item.hosts, hosts));
    if (known !== undefined) return known.gateway;
    const options = { budget, prices, base_prices, cassettes, clock, limiterOf, upstreams: hosts };
    const gateway = seen.watch(createModelGateway(options), hosts);
    made.push({ hosts, gateway });
    return gateway;
  };
  const roles = [upstreams.agents, upstreams.users, upstreams.judges, upstreams.auditors];
  const [own, users, judging, auditing] = roles.map(gatewayTo);
  if (own === undefined || users === undefined || judging === undefined || auditing === undefined)
    throw new Error('a role without a gateway');
  // Cassettes know the calls of every trial; with a second memory next to them, it would matter who came first.
  const memory = cassettes === null ? (judge_cache ?? createJudgeCache()) : null;
  const judgeBy = (settings: JudgeConfig, by: ModelGateway) =>
    createJudge({ model: createJudgeModel(settings, by), settings, cache: memory, refusal: by.refusal });
  const measuring = openEmbeddings(request, {
    upstreams: upstreams.embeddings,
    limiterOf,
    mode: cassettes?.mode ?? null,
    watch: seen.watch,
  });
  const second = judge?.audit == null || judges !== true ? null : { ...judge, ...judge.audit };
  const { gateway, rounds } = watchedGateway({ ...own, refusal: () => own.refusal() ?? users.refusal() });
  const recorder =
    'record' in agent && agent.record !== null
      ? createRecorder({
          gateway,
          clock,
          environment: request.environment,
          ...providedBy(upstreams.agents, request.environment, agent),
        })
      : null;
  return {
    gateway,
    rounds,
    called: seen.called,
    recorder,
    user: player === null ? null : createSimulatedUser(createUserModel(player, users)),
    judge: judge === null || judges !== true ? null : judgeBy(judge, judging),
    auditor: second === null ? null : { judge: judgeBy(second, auditing), identity: judgeIdentity(second) },
    embedding: measuring?.embedding ?? null,
    async close() {
      await recorder?.close();
      await measuring?.close();
      closing.abort();
      for (const access of made) await access.gateway.close();
      await cassettes?.close();
    },
  };
}

type BaseUrls = { readonly [provider in Provider]?: string | null };

function resolve({ environment, allowed_hosts }: ModelAccessRequest, config_base_urls: BaseUrls) {
  return resolveUpstreams({ environment, allowed_hosts, config_base_urls });
}

/** Hosts that the config names for the agent: for a recorded program in the variables that its clients would read. */
function agentBaseUrls(agent: AgentConfig): BaseUrls {
  switch (agent.kind) {
    case 'openai':
    case 'anthropic':
      return { [agent.kind]: agent.base_url };
    case 'recorded':
      return {};
    default:
      // A program that is not recorded calls its models itself.
      if (agent.record === null) return {};
      return byProvider((provider) => baseVariable(agent.env, provider));
  }
}

/** The providers whose variables a recorded program gets, and the workflow's settings of them; the config's own stand. */
function providedBy(
  agents: Upstreams,
  ours: ModelAccessRequest['environment'],
  { env, record }: Pick<Extract<AgentConfig, { readonly kind: 'command' }>, 'env' | 'record'>,
): Pick<RecorderOptions, 'providers' | 'settings' | 'preload' | 'traces'> {
  const providers = PROVIDER_NAMES.filter((name) => {
    const { only_if_named, base_url } = PROVIDERS[name];
    return only_if_named !== true || agents[name].base_url !== base_url;
  });
  const names = providers.flatMap((name) => PROVIDERS[name].settings ?? []).filter((name) => env[name] === undefined);
  return {
    providers,
    settings: Object.fromEntries(names.flatMap((name) => (ours[name] ? [[name, ours[name]]] : []))),
    ...(record?.preload === true ? { preload: knownHosts(providers.map((name) => agents[name])) } : {}),
    traces: record?.traces === true,
  };
}

function baseVariable(env: { readonly [name: string]: string }, provider: Provider): string | null {
  const { base_name, other_base_names } = PROVIDERS[provider];
  const name = [base_name, ...other_base_names].find((known) => env[known] !== undefined);
  return name === undefined ? null : (env[name] ?? null);
}

/** Includes the agent's hosts: unless the two disagree, they share a gateway. */
function roleBaseUrls(
  { agent }: Config,
  role: { readonly provider: Provider; readonly base_url: string | null } | null,
): BaseUrls {
  const agents = agentBaseUrls(agent);
  return role === null ? agents : { ...agents, [role.provider]: role.base_url };
}

function sameHosts(left: Upstreams, right: Upstreams): boolean {
  return PROVIDER_NAMES.every((provider) => left[provider].base_url === right[provider].base_url);
}

/** Keys that built-in agents and simulated users require; for a program only its `needs` can say. */
function missingOf(
  { agent, simulated_user: user }: Config,
  environment: ModelAccessRequest['environment'],
  agents: Upstreams,
  users: Upstreams,
): readonly string[] {
  const builtIn = isModelAgent(agent) ? agent.kind : null;
  const keys = [...keysFor(agents, builtIn), ...keysFor(users, user?.provider ?? null)];
  const needs = agent.needs.flatMap((name) => (environment[name] ? [] : missingFor(name, agent, agents)));
  return [...new Set([...needs, ...keys])];
}

/** What is missing for a key that an agent needs: where its calls pass the gateway, a token can take its place. */
function missingFor(name: string, agent: AgentConfig, agents: Upstreams): readonly string[] {
  const provider = PROVIDER_NAMES.find((item) => isFederated(item) && FEDERATIONS[item].key_names.includes(name));
  if (provider === undefined || ('record' in agent && agent.record === null)) return [name];
  const { held, lacks = [name] } = agents[provider];
  return held === undefined ? lacks : [];
}

function keysFor(upstreams: Upstreams, provider: Provider | null): readonly string[] {
  return missingKeys(upstreams)
    .filter((missing) => missing.provider === provider)
    .map(({ key_name }) => key_name);
}

/** Without a key only stored answers are left: a pull request from a fork runs on them, unless the workflow says `off`. */
async function cassettesOf(
  request: ModelAccessRequest,
  keysMissing: boolean,
): Promise<{ readonly cassettes: Cassettes | null; readonly usesRunSpread: boolean }> {
  const { config, cassette_folder: folder, redact } = request;
  const mode = request.replay ?? config.replay.mode;
  if (keysMissing && mode !== 'strict' && request.replay !== 'off') {
    const stored = createCassettes({ folder, mode: 'strict', redact });
    if ((await stored.trials()) !== null) return { cassettes: stored, usesRunSpread: true };
    await stored.close();
  }
  return { cassettes: mode === 'off' ? null : createCassettes({ folder, mode, redact }), usesRunSpread: false };
}

/**
 * Embeddings have a gateway of their own: their texts belong to no trial, so their stored answers are in a folder next to those
 * of the cases. `null`: the config names no model for them.
 */
function openEmbeddings(
  { config, budget, clock, cassette_folder, redact }: ModelAccessRequest,
  {
    mode,
    watch,
    ...shared
  }: Required<Pick<ModelGatewayOptions, 'upstreams' | 'limiterOf'>> &
    Pick<CalledModels, 'watch'> & { readonly mode: Cassettes['mode'] | null },
): Pick<ModelAccess, 'embedding' | 'close'> | null {
  const { embedding: model, prices, base_prices } = config;
  if (model === null) return null;
  const folder = join(cassette_folder, 'embeddings');
  const cassettes = mode === null ? null : createCassettes({ folder, mode, redact });
  const options = { budget, prices, base_prices, cassettes, clock, ...shared };
  const gateway = watch(createModelGateway(options), shared.upstreams);
  return {
    embedding: embeddingSimilarity(createEmbeddingModel(model, gateway)),
    async close() {
      await gateway.close();
      await cassettes?.close();
    },
  };
}
