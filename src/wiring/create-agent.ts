import { createCommandAgent } from '#adapters/agents/command-agent.ts';
import { createRecordedAgent } from '#adapters/agents/recorded-agent.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import { type Agent, AgentUnavailableError, type Progress } from '#application/ports.ts';
import type { Config } from '#domain/config/config.ts';

/** Where and with what an agent lives. */
export interface AgentSurroundings {
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
  config: Config,
  { cwd, environment, planned_trials, progress, resolve_file }: AgentSurroundings,
): Promise<{ readonly agent: Agent } | { readonly problem: string }> {
  const { agent, limits } = config;
  if (agent.kind === 'command') {
    const options = {
      cwd,
      environment,
      plannedTrials: planned_trials,
      onSetupOutput: (line: string, output: string) => progress.untrusted(`setup: ${line}`, output),
    };
    return { agent: createCommandAgent(agent, limits, options) };
  }
  if (agent.kind !== 'recorded') return { problem: `agents of the kind ${agent.kind} come later` };
  const file = await resolve_file(agent.file);
  if ('problem' in file) return { problem: `agent.recorded: ${file.problem}` };
  try {
    return { agent: await createRecordedAgent(agent, limits, file.path) };
  } catch (error) {
    if (error instanceof AgentUnavailableError) return { problem: error.message };
    throw error;
  }
}
