import type { ModuleAgentConfig, RecordedAgentConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { type Agent, AgentUnavailableError } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import type { Environment } from '#process/child-environment.ts';
import type { Programs } from '#process/programs.ts';
import { createCommandAgent } from '#runner/agents/command-agent.ts';
import { createHttpAgent } from '#runner/agents/http-agent.ts';
import { createMcpMocks } from '#runner/agents/model/mcp-mocks.ts';
import { createModelAgent } from '#runner/agents/model-agent.ts';
import { createModuleAgent } from '#runner/agents/module-agent.ts';
import { createRecordedAgent } from '#runner/agents/recorded-agent.ts';
import type { RunnerState } from '#runner/agents/suite/runner-state.ts';
import { createSuiteAgent } from '#runner/agents/suite-agent.ts';
import type { AgentMcp } from '#runner/agents/turn/agent-mcp.ts';
import type { RunSeeds } from '#trials/trial/plan-trials.ts';
import { createChatModel, loadClient } from '#wire/clients/create-chat-model.ts';
import { isAllowedHost } from '#wire/gateway/allowed-host.ts';
import { outboundProxy } from '#wire/outbound/outbound-proxy.ts';
import type { ModelAccess } from './models/model-access.ts';

/** Surroundings of an agent. */
export interface AgentSurroundings {
  readonly models: ModelAccess;
  readonly allowed_hosts: readonly string[];
  /** Folder of the config, absolute: programs start there. */
  readonly cwd: string;
  readonly environment: Environment;
  /** Of the action's step, which names the proxies. */
  readonly workflow: { readonly [name: string]: string | undefined };
  /** Variables that only its MCP servers get. */
  readonly server_variables: Environment;
  /** A folder for files that last as long as the run; absolute. */
  readonly temporary: string;
  /** See `ProgramSpec`. */
  readonly resolve?: Programs['resolve'] | undefined;
  readonly planned_trials: number;
  /** The run that the seeds belong to. */
  readonly seeds: RunSeeds;
  readonly progress: Progress;
  /** Of all openings of this agent. */
  readonly state: RunnerState;
  /** Absolute path of a file that the config names, or why it must not be read. */
  readonly resolve_file: (path: string) => Promise<{ readonly path: string } | { readonly problem: string }>;
}

/** Creates the agent of a config. */
export async function createAgent(
  suite: LoadedSuite,
  surroundings: AgentSurroundings,
): Promise<{ readonly agent: Agent } | { readonly problem: string }> {
  try {
    const made = await make(suite, surroundings);
    return 'problem' in made ? made : { agent: limitToStored(made.agent, surroundings.models.replayable_trials) };
  } catch (error) {
    if (error instanceof AgentUnavailableError) return { problem: error.message };
    throw error;
  }
}

/** Each kind is loaded on use. */
async function make(
  suite: LoadedSuite,
  surroundings: AgentSurroundings,
): Promise<{ readonly agent: Agent } | { readonly problem: string }> {
  const {
    config: { agent, limits },
    model_agent: files,
  } = suite;
  const { models, allowed_hosts, cwd, environment, resolve, planned_trials, progress, state, resolve_file } =
    surroundings;
  const { gateway, recorder, user } = models;
  const onSetupOutput = (line: string, output: string) => progress.untrusted(`setup: ${line}`, output);
  const mcp = await mcpOf(suite, surroundings);
  const program = { cwd, environment, resolve, recorder, gateway, mcp, user, onSetupOutput, setUp: state };
  switch (agent.kind) {
    case 'command': {
      const onDoubt = (sentence: string) => progress.note(sentence);
      return { agent: createCommandAgent(agent, limits, { ...program, onDoubt, plannedTrials: planned_trials }) };
    }
    case 'http': {
      const isAllowed = (url: URL) => isAllowedHost(url, allowed_hosts);
      return { agent: createHttpAgent(agent, limits, { ...program, isAllowedHost: isAllowed }) };
    }
    case 'openai':
    case 'anthropic': {
      if (gateway === null) throw new Error('a built-in agent without a gateway');
      await loadClient(agent.kind);
      const { prompt, tools } = files ?? { prompt: null, tools: [] };
      const model = createChatModel(agent, gateway);
      const modules = { cwd, environment };
      return { agent: createModelAgent(agent, limits, { model, gateway, prompt, tools, modules, user }) };
    }
    case 'suite': {
      const { temporary, seeds } = surroundings;
      const recorded = { recorder, temporary, seeds, state };
      return { agent: createSuiteAgent(agent, { cwd, environment, resolve, onSetupOutput, ...recorded }) };
    }
    default:
      return makeFromFile(agent, await resolve_file(agent.file));
  }

  async function makeFromFile(
    kind: ModuleAgentConfig | RecordedAgentConfig,
    file: { readonly path: string } | { readonly problem: string },
  ): Promise<{ readonly agent: Agent } | { readonly problem: string }> {
    if ('problem' in file) return { problem: `agent.${kind.kind}: ${file.problem}` };
    if (kind.kind === 'module') {
      return { agent: createModuleAgent(kind, limits, { ...program, path: file.path }) };
    }
    return { agent: await createRecordedAgent(kind, limits, file.path) };
  }
}

/** The MCP servers of an agent, and what stands in for their tools. */
async function mcpOf(
  { config: { agent }, mcp: file = null }: LoadedSuite,
  { allowed_hosts, cwd, environment, workflow, server_variables, temporary, resolve }: AgentSurroundings,
): Promise<AgentMcp | null> {
  if (file === null || !('mcp' in agent) || agent.mcp === null) return null;
  const { createMcpServers } = await import('#wire/mcp/mcp-servers.ts');
  const place = { cwd, environment, resolve };
  const servers = createMcpServers({
    file,
    place,
    variables: { ...environment, ...server_variables },
    isAllowedHost: (url) => isAllowedHost(url, allowed_hosts),
    proxy: outboundProxy(workflow),
    temporary,
  });
  const { mocks } = agent.mcp;
  return { servers, mocks: createMcpMocks(mocks, place), config_mocks: mocks };
}

/** A run on cassettes has at most as many trials as were stored. */
function limitToStored(agent: Agent, trials: number | null): Agent {
  if (trials === null) return agent;
  return { ...agent, available_trials: Math.min(trials, agent.available_trials ?? trials) };
}
