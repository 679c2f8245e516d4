import type { CommandAgentConfig } from '../config.ts';
import type { AgentKind } from './agent-kind.ts';
import { programSettings } from './beside.ts';
import { programSchema } from './program-schema.ts';

const INPUT = '{input}';

/** `agent.command`: a program that speaks agent protocol 1 on its standard streams. */
export const commandKind: AgentKind<typeof programSchema, CommandAgentConfig> = {
  schema: programSchema,
  takes: ['mode', 'isolate', 'record', 'setup', 'env', 'needs'],
  otherwise: 'on a command; remove the key',
  contradictions({ command, mode, ...beside }) {
    const hasInput = Array.isArray(command) && command.some(takesInput);
    if (mode === 'worker' && hasInput)
      return [
        [
          'mode',
          `a worker gets its inputs as JSON Lines, not as ${INPUT}; remove ${INPUT} or write \`mode: one-shot\``,
        ],
      ];
    const isOneShot = mode === 'one-shot' || (mode === undefined && hasInput);
    return isOneShot && 'isolate' in beside
      ? [['isolate', 'has no effect on a one-shot program, which is started for every turn; remove the key']]
      : [];
  },
  read: (command, beside) => ({
    kind: 'command',
    command,
    mode: beside.mode ?? (command.some(takesInput) ? 'one-shot' : 'worker'),
    isolate: beside.isolate ?? false,
    ...programSettings(beside),
  }),
};

function takesInput(argument: unknown): boolean {
  return typeof argument === 'string' && argument.includes(INPUT);
}
