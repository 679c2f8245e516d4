import { CassetteError } from '#adapters/models/cassettes/cassette-error.ts';
import { createCassettes } from '#adapters/models/cassettes/create-cassettes.ts';
import { createUserModel } from '#adapters/models/clients/create-chat-model.ts';
import { createModelGateway } from '#adapters/models/gateway/create-model-gateway.ts';
import { missingKeys } from '#adapters/models/gateway/missing-keys.ts';
import { resolveUpstreams } from '#adapters/models/gateway/resolve-upstreams.ts';
import type { Upstreams } from '#adapters/models/gateway/upstream.ts';
import type { Cassettes } from '#adapters/models/ports.ts';
import { createRecorder } from '#adapters/models/recorder/recorder.ts';
import { createSimulatedUser } from '#adapters/models/simulated-user/create-simulated-user.ts';
import { byProvider, PROVIDER_NAMES, PROVIDERS, type Provider } from '#adapters/models/wire/providers.ts';
import type { AgentConfig, Config } from '#domain/config/config.ts';
import type { ModelAccess, ModelAccessRequest } from './model-access.ts';

/** Opens the access to models. Sends nothing and starts no server before the first call. */
export async function openModels(
  request: ModelAccessRequest,
): Promise<{ readonly access: ModelAccess } | { readonly problem: string }> {
  const { config } = request;
  const agents = resolve(request, agentBaseUrls(config.agent));
  if ('problem' in agents) return agents;
  const users = resolve(request, userBaseUrls(config));
  if ('problem' in users) return users;
  const missing = missingOf(config, request.environment, agents.upstreams, users.upstreams);
  try {
    const { cassettes, spreadStandsIn } = await cassettesOf(request, missing.length > 0);
    const strict = cassettes?.mode === 'strict';
    return {
      access: {
        ...gateways(request, { agents: agents.upstreams, users: users.upstreams }, cassettes),
        missing_keys: strict ? [] : missing,
        replayed_without: spreadStandsIn ? missing : [],
        replayable_trials: strict ? await cassettes.trials() : null,
      },
    };
  } catch (error) {
    if (error instanceof CassetteError) return { problem: error.message };
    throw error;
  }
}

/** Agent and simulated user share a gateway, and so its limiter, unless they use two hosts of one provider. */
function gateways(
  { config, budget, clock }: ModelAccessRequest,
  { agents, users }: { readonly agents: Upstreams; readonly users: Upstreams },
  cassettes: Cassettes | null,
): Pick<ModelAccess, 'gateway' | 'recorder' | 'user' | 'close'> {
  const { agent, prices, simulated_user: player } = config;
  const common = { budget, prices, cassettes, clock };
  const own = createModelGateway({ ...common, upstreams: agents });
  const other = sameHosts(agents, users) ? own : createModelGateway({ ...common, upstreams: users });
  const gateway = { ...own, refusal: () => own.refusal() ?? other.refusal() };
  const recorder = 'record' in agent && agent.record !== null ? createRecorder({ gateway, clock }) : null;
  return {
    gateway,
    recorder,
    user: player === null ? null : createSimulatedUser(createUserModel(player, other)),
    async close() {
      await recorder?.close();
      await own.close();
      if (other !== own) await other.close();
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
      return { openai: agent.base_url };
    case 'anthropic':
      return { anthropic: agent.base_url };
    case 'recorded':
      return {};
    default:
      // A program that is not recorded calls its models itself.
      if (agent.record === null) return {};
      return byProvider((provider) => baseVariable(agent.env, provider));
  }
}

function baseVariable(env: { readonly [name: string]: string }, provider: Provider): string | null {
  const { base_name, other_base_names } = PROVIDERS[provider];
  const name = [base_name, ...other_base_names].find((known) => env[known] !== undefined);
  return name === undefined ? null : (env[name] ?? null);
}

/** Includes the agent's hosts: unless the two disagree, they share a gateway. */
function userBaseUrls({ agent, simulated_user: user }: Config): BaseUrls {
  const agents = agentBaseUrls(agent);
  return user === null ? agents : { ...agents, [user.provider]: user.base_url };
}

function sameHosts(one: Upstreams, other: Upstreams): boolean {
  return PROVIDER_NAMES.every((provider) => one[provider].base_url === other[provider].base_url);
}

/** Keys that built-in agents and simulated users require; for a program only its `needs` can say. */
function missingOf(
  { agent, simulated_user: user }: Config,
  environment: ModelAccessRequest['environment'],
  agents: Upstreams,
  users: Upstreams,
): readonly string[] {
  const needed = (upstreams: Upstreams, provider: string | null) =>
    missingKeys(upstreams).filter((missing) => missing.provider === provider);
  const builtIn = agent.kind === 'openai' || agent.kind === 'anthropic' ? agent.kind : null;
  const keys = [...needed(agents, builtIn), ...needed(users, user?.provider ?? null)].map(({ key_name }) => key_name);
  return [...new Set([...agent.needs.filter((name) => !environment[name]), ...keys])];
}

/** Without a key only stored answers are left: a pull request from a fork runs on them, unless the workflow says `off`. */
async function cassettesOf(
  request: ModelAccessRequest,
  keysMissing: boolean,
): Promise<{ readonly cassettes: Cassettes | null; readonly spreadStandsIn: boolean }> {
  const { config, cassette_folder: folder, redact } = request;
  const mode = request.replay ?? config.replay.mode;
  if (keysMissing && mode !== 'strict' && request.replay !== 'off') {
    const stored = createCassettes({ folder, mode: 'strict', redact });
    if ((await stored.trials()) !== null) return { cassettes: stored, spreadStandsIn: true };
    await stored.close();
  }
  if (mode === 'off' && !keysMissing && request.answers)
    return { cassettes: request.answers(redact), spreadStandsIn: false };
  return { cassettes: mode === 'off' ? null : createCassettes({ folder, mode, redact }), spreadStandsIn: false };
}
