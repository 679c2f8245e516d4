import type { AgentConfig } from './config.ts';

/** Whether an agent runs with packages that others have installed on the machine: it is a program of ours without a setup of its own. */
export function borrowsPackages(agent: AgentConfig): boolean {
  switch (agent.kind) {
    case 'command':
    case 'module':
      return agent.setup.length === 0;
    case 'http':
      return agent.start !== null && agent.setup.length === 0;
    default:
      return false;
  }
}
