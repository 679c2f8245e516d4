import type { DocumentPath } from '#common/document/located-document.ts';
import type { AgentConfig } from './config.ts';

/** The words of the program that an agent starts, and their place in its mapping; empty: it starts none. */
export function startedProgram(agent: AgentConfig): { readonly words: readonly string[]; readonly path: DocumentPath } {
  switch (agent.kind) {
    case 'command':
      return { words: agent.command, path: ['command'] };
    case 'suite':
      return { words: agent.run, path: ['run'] };
    case 'http':
      return { words: agent.start ?? [], path: ['http', 'start'] };
    default:
      return { words: [], path: [] };
  }
}
