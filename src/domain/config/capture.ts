import type { AgentConfig } from './config.ts';

/**
 * The source of tool calls and tokens: `agent`, the program's report; `wire`, its traffic with its model; `model`, our own
 * loop; `imported`, a file.
 */
export type Capture = 'agent' | 'wire' | 'model' | 'imported';

/** The capture source of an agent. */
export function captureOf(agent: AgentConfig): Capture {
  if (agent.kind === 'recorded') return 'imported';
  if (isModelAgent(agent)) return 'model';
  return agent.record === null ? 'agent' : 'wire';
}

/** True for the built-in agents. */
export function isModelAgent(agent: AgentConfig): agent is Extract<AgentConfig, { readonly mocks: unknown }> {
  return agent.kind === 'openai' || agent.kind === 'anthropic';
}
