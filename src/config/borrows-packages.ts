import type { AgentConfig } from './config.ts';

/** Whether an agent uses packages that others installed on the machine: a program of the repository without its own setup. */
export function borrowsPackages(agent: AgentConfig): boolean {
  switch (agent.kind) {
    case 'command':
    case 'module':
    case 'suite':
      return agent.setup.length === 0;
    case 'http':
      return agent.start !== null && agent.setup.length === 0;
    default:
      return false;
  }
}
