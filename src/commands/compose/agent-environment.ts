import { ALL_FEDERATIONS, ID_TOKEN_VARIABLES, identityNames } from '#common/federations.ts';
import type { AgentConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { childEnvironment, type Environment } from '#process/child-environment.ts';
import { neededVariables } from '#trials/mcp/expand.ts';
import type { Provider } from '#wire/protocols/providers.ts';

/** The parts of an environment that a run uses. */
export interface EnvironmentSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names of our variables that the agent may see. */
  readonly pass_env: readonly string[];
  /** Names of our variables that only MCP servers may see; absent: none. */
  readonly mcp_env?: readonly string[];
}

/** The environment of an agent, and what belongs to it. */
export interface AgentEnvironment {
  readonly environment: Environment;
  /** Variables that only its MCP servers get. */
  readonly servers: Environment;
  /** Variables without a value that its file of MCP servers names. */
  readonly missing: readonly string[];
  readonly secrets: readonly string[];
}

/** Written out, because only runs that call a model load the table of providers. */
const KEY_NAMES: Readonly<Record<Provider, readonly string[]>> = {
  openai: ['OPENAI_API_KEY'],
  azure: ['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_AD_TOKEN'],
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  bedrock: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN'],
  openrouter: ['OPENROUTER_API_KEY'],
  vercel: ['AI_GATEWAY_API_KEY'],
  ollama: ['OLLAMA_API_KEY'],
};

/** Identity tokens that are no file, and what asks GitHub for one. */
const IDENTITY_TOKENS: readonly string[] = [
  ...ID_TOKEN_VARIABLES,
  ...ALL_FEDERATIONS.map((federation) => identityNames(federation).token),
];

/** Variables by which clients would find real credentials on their own: a recorded agent is handed none of them. */
const CREDENTIAL_SOURCES: readonly string[] = [
  'VERCEL_OIDC_TOKEN',
  ...IDENTITY_TOKENS,
  ...ALL_FEDERATIONS.map((federation) => identityNames(federation).file),
  'AWS_PROFILE',
  'AWS_DEFAULT_PROFILE',
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_ROLE_ARN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
];

/** Keys of model providers: the gateway holds them, and a recorded agent gets a dummy instead. */
export const PROVIDER_KEYS: readonly string[] = Object.values(KEY_NAMES).flat();

/**
 * The environment of an agent and of its checks, and our values that must not be written anywhere: those of variables that were
 * passed on by name, of those that the agent needs, and the keys of model providers. A variable that is needed, set and not
 * passed on is a mistake in the workflow, not a missing secret.
 */
export function agentEnvironment(
  { environment: ours, pass_env: passEnv, mcp_env: mcpEnv = [] }: EnvironmentSources,
  { config: { agent }, mcp = null }: LoadedSuite,
): AgentEnvironment | { readonly problem: string } {
  const { platform } = process;
  const recorded = 'record' in agent && agent.record !== null;
  const handedOver = recorded ? passEnv.filter((name) => [...PROVIDER_KEYS, ...CREDENTIAL_SOURCES].includes(name)) : [];
  if (handedOver.length > 0) return { problem: realKey(handedOver) };
  const keys = mcpEnv.filter((name) => PROVIDER_KEYS.includes(name));
  if (keys.length > 0) return { problem: keyForServers(keys) };
  const env = 'env' in agent ? agent.env : {};
  const standing = childEnvironment(ours, { env, passEnv: [], platform });
  const child = childEnvironment(ours, { env, passEnv, platform });
  if (child.kind === 'refused') return { problem: child.problems.join('; ') };
  if (standing.kind === 'refused') return { problem: standing.problems.join('; ') };

  const { environment } = child;
  const withheld = agent.needs.filter((name) => ours[name] && environment[name] === undefined && mustSee(agent, name));
  if (withheld.length > 0) return { problem: notPassedOn(withheld, agent) };
  const forServers = childEnvironment(ours, { env: {}, passEnv: mcpEnv, platform });
  if (forServers.kind === 'refused')
    return { problem: forServers.problems.map((problem) => problem.replace(/^pass-env/, 'mcp-env')).join('; ') };
  const servers = Object.fromEntries(mcpEnv.flatMap((name) => (ours[name] ? [[name, ours[name]]] : [])));
  const missing = neededVariables(mcp?.servers ?? []).filter((name) => !environment[name] && !servers[name]);
  const values = missing.filter((name) => ours[name]);
  if (values.length > 0) return { problem: notGivenToServers(values) };
  const passed = Object.keys(environment).filter((name) => standing.environment[name] === undefined);
  const names = [...passed, ...agent.needs, ...mcpEnv, ...PROVIDER_KEYS, ...IDENTITY_TOKENS];
  const secrets = names.flatMap((name) => ours[name] ?? []);
  return { environment, servers, missing, secrets };
}

/**
 * Programs must get what they need; a provider's key only if their calls are not recorded. Built-in agents have no environment.
 */
function mustSee(agent: AgentConfig, name: string): boolean {
  if (!('env' in agent)) return false;
  return agent.record === null || !PROVIDER_KEYS.includes(name);
}

function notPassedOn(names: readonly string[], agent: AgentConfig): string {
  const [key, program] = agent.kind === 'suite' ? ['suite', 'runner'] : ['agent', 'agent'];
  const [verb, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const keys = 'record' in agent ? names.filter((name) => PROVIDER_KEYS.includes(name)) : [];
  const out = keys.length === 1 ? 'the key stays' : 'the keys stay';
  const record = keys.length === 0 ? '' : `add \`record: true\` to the ${key}, so that ${out} out of it, or `;
  return `${key}.needs: ${names.join(', ')} ${verb} set, but not passed to the ${program}; ${record}name ${them} in pass-env`;
}

function notGivenToServers(names: readonly string[]): string {
  const [verb, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `agent.mcp: ${names.join(', ')} ${verb} set, but not given to the MCP servers; name ${them} in mcp-env`;
}

function keyForServers(names: readonly string[]): string {
  return `mcp-env: ${names.join(', ')} would give programs of the repository the real key of a model provider; remove ${names.length === 1 ? 'it' : 'them'}`;
}

function realKey(names: readonly string[]): string {
  const them = names.length === 1 ? 'it' : 'them';
  const others = names.some((name) => name.startsWith('AWS_'))
    ? '; give its tools credentials for other AWS services under other names'
    : '';
  return `pass-env: ${names.join(', ')} would give the agent the real key; with agent.record the recorder holds ${them} and the agent needs none. Remove ${them} from pass-env${others}`;
}
