import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { keysOf } from '#common/keyed.ts';
import type { AgentConfig } from './config.ts';
import type { ModelAgentConfig } from './model-agent-config.ts';

/**
 * The source of tool calls and tokens: `agent`, the program's report; `wire`, its traffic with its model; `model`, our own
 * loop; `imported`, a file.
 */
export type Capture = 'agent' | 'wire' | 'model' | 'imported';

/** The capture source of an agent. */
export function captureOf(agent: AgentConfig): Capture {
  if (agent.kind === 'recorded') return 'imported';
  if (isModelAgent(agent)) return 'model';
  // A round is recorded as a whole: what a single test called, only its row says.
  if (agent.kind === 'suite') return 'agent';
  return agent.record === null ? 'agent' : 'wire';
}

/** The mocks of an agent, and the keys below its place in the config that lead to them; `null`: it takes none. */
export function mocksOf(
  agent: AgentConfig,
): { readonly mocks: ToolMocks; readonly path: readonly [string, ...string[]] } | null {
  if (isModelAgent(agent)) return { mocks: agent.mocks, path: [agent.key, 'mocks'] };
  if (!('mcp' in agent) || agent.mcp === null) return null;
  return { mocks: agent.mcp.mocks, path: ['mcp', 'mocks'] };
}

/** True for the built-in agents. */
export function isModelAgent(agent: AgentConfig): agent is ModelAgentConfig {
  return 'mocks' in agent;
}

/** The kinds of built-in agents. */
export const MODEL_KINDS = keysOf<ModelAgentConfig['kind']>({
  openai: true,
  anthropic: true,
});
