import { createCommandAgent } from '#adapters/agents/command-agent.ts';
import { createHttpAgent } from '#adapters/agents/http-agent.ts';
import { createModelAgent } from '#adapters/agents/model-agent.ts';
import { createModuleAgent } from '#adapters/agents/module-agent.ts';
import { createRecordedAgent } from '#adapters/agents/recorded-agent.ts';
import { isAllowedHost } from '#adapters/gateway/allowed-host.ts';
import { createChatModel } from '#adapters/models/create-chat-model.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { LoadedSuite } from '#application/load-suite.ts';
import { type Agent, AgentUnavailableError, type Progress } from '#application/ports.ts';
import type { ModelAccess } from './model-access.ts';

/** Where and with what an agent lives. */
export interface AgentSurroundings {
  readonly models: ModelAccess;
  readonly allowed_hosts: readonly string[];
  /** Folder of the config, absolute: programs start there. */
  readonly cwd: string;
  readonly environment: Environment;
  readonly planned_trials: number;
  readonly progress: Progress;
  /** Absolute path of a file that the config names, or why it may not be read. */
  readonly resolve_file: (path: string) => Promise<{ readonly path: string } | { readonly problem: string }>;
}

/** Makes the agent that a config names. */
export async function createAgent(
  suite: LoadedSuite,
  surroundings: AgentSurroundings,
): Promise<{ readonly agent: Agent } | { readonly problem: string }> {
  try {
    const made = await make(suite, surroundings);
    return 'problem' in made ? made : { agent: replaying(made.agent, surroundings.models.replayable_trials) };
  } catch (error) {
    if (error instanceof AgentUnavailableError) return { problem: error.message };
    throw error;
  }
}

async function make(
  { config: { agent, limits }, model_agent: files }: LoadedSuite,
  { models, allowed_hosts, cwd, environment, planned_trials, progress, resolve_file }: AgentSurroundings,
): Promise<{ readonly agent: Agent } | { readonly problem: string }> {
  const { gateway, recorder, user } = models;
  const onSetupOutput = (line: string, output: string) => progress.untrusted(`setup: ${line}`, output);
  const program = { cwd, environment, recorder, gateway, user, onSetupOutput };
  switch (agent.kind) {
    case 'command':
      return { agent: createCommandAgent(agent, limits, { ...program, plannedTrials: planned_trials }) };
    case 'http': {
      const allowed = (url: URL) => isAllowedHost(url, allowed_hosts);
      return { agent: createHttpAgent(agent, limits, { ...program, isAllowedHost: allowed }) };
    }
    case 'openai':
    case 'anthropic': {
      const { prompt, tools } = files ?? { prompt: null, tools: [] };
      const model = createChatModel(agent, gateway);
      const modules = { cwd, environment };
      return { agent: createModelAgent(agent, limits, { model, gateway, prompt, tools, modules, user }) };
    }
    default: {
      const file = await resolve_file(agent.file);
      if ('problem' in file) return { problem: `agent.${agent.kind}: ${file.problem}` };
      return agent.kind === 'module'
        ? { agent: createModuleAgent(agent, limits, { ...program, path: file.path }) }
        : { agent: await createRecordedAgent(agent, limits, file.path) };
    }
  }
}

/** A run on cassettes has as many trials as were stored. */
function replaying(agent: Agent, trials: number | null): Agent {
  if (trials === null) return agent;
  return { ...agent, available_trials: Math.min(trials, agent.available_trials ?? trials) };
}
