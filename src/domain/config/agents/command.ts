import type { CommandAgentConfig } from '../config.ts';
import type { AgentKind } from './agent-kind.ts';
import { programSettings } from './beside.ts';
import { programSchema } from './program-schema.ts';

const INPUT = '{input}';

/** `agent.command`: a program that speaks agent protocol 1 on its standard streams. */
export const commandKind: AgentKind<typeof programSchema, CommandAgentConfig> = {
  schema: programSchema,
  takes: ['mode', 'record', 'setup', 'env', 'needs'],
  otherwise: 'on a command; remove the key',
  contradictions: ({ command, mode }) =>
    mode === 'worker' && Array.isArray(command) && command.some(takesInput)
      ? [
          [
            'mode',
            `a worker gets its inputs as JSON Lines, not as ${INPUT}; remove ${INPUT} or write \`mode: one-shot\``,
          ],
        ]
      : [],
  read: (command, beside) => ({
    kind: 'command',
    command,
    mode: beside.mode ?? (command.some(takesInput) ? 'one-shot' : 'worker'),
    ...programSettings(beside),
  }),
};

function takesInput(argument: unknown): boolean {
  return typeof argument === 'string' && argument.includes(INPUT);
}
