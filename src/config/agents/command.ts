import { programSchema } from '#common/document/program-schema.ts';
import type { CommandAgentConfig } from '../config.ts';
import type { AgentKind } from './agent-kind.ts';
import { programSettings } from './beside.ts';

const PLACEHOLDERS = ['{input}', '{workspace}'];
const MCP_CONFIG = '{mcp_config}';

/** `agent.command`: a program that speaks agent protocol 1 on its standard streams. */
export const commandKind: AgentKind<typeof programSchema, CommandAgentConfig> = {
  schema: programSchema,
  takes: ['mode', 'isolate', 'record', 'tools', 'mcp', 'overlay', 'setup', 'env', 'needs'],
  otherwise: 'on a command; remove the key',
  contradictions({ command, mode, ...beside }) {
    if (!('mcp' in beside) && Array.isArray(command) && command.some(holds(MCP_CONFIG)))
      return [['command', `${MCP_CONFIG} has no value without \`mcp\`; name the file of MCP servers, or remove it`]];
    const slot = Array.isArray(command)
      ? PLACEHOLDERS.find((placeholder) => command.some(holds(placeholder)))
      : undefined;
    if (mode === 'worker' && slot !== undefined) {
      const what = slot === '{input}' ? 'its inputs' : 'the folder of each trial';
      return [
        ['mode', `a worker gets ${what} as JSON Lines, not as ${slot}; remove ${slot} or write \`mode: one-shot\``],
      ];
    }
    const isOneShot = mode === 'one-shot' || (mode === undefined && slot !== undefined);
    return isOneShot && 'isolate' in beside
      ? [['isolate', 'has no effect on a one-shot program, which is started for every turn; remove the key']]
      : [];
  },
  read: (command, common) => ({
    kind: 'command',
    command,
    mode: common.mode ?? (PLACEHOLDERS.some((placeholder) => command.some(holds(placeholder))) ? 'one-shot' : 'worker'),
    isolate: common.isolate ?? false,
    ...programSettings(common),
  }),
};

function holds(placeholder: string): (argument: unknown) => boolean {
  return (argument) => typeof argument === 'string' && argument.includes(placeholder);
}
