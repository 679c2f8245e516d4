import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#domain/document/contradictions.ts';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import { workspacePathSchema } from '#domain/document/workspace-path.ts';
import { expected } from '#domain/document/zod-messages.ts';
import type { AgentConfig } from './config.ts';

const LATER_KINDS = ['openai', 'anthropic', 'http', 'module'];
const INPUT = '{input}';

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: expected('the name of an environment variable') });

/** `agent:`: exactly one kind of agent. */
export const agentSchema = strictMapping(
  {
    command: z
      .array(z.string(), { error: expected('a list of program and arguments such as [python, agent.py]') })
      .min(1)
      .refine((command) => command[0] !== '', 'the program is an empty text; write its name first')
      .describe('Program and arguments of the agent; {input} in an argument is the input of a one-shot agent')
      .exactOptional(),
    recorded: workspacePathSchema.describe('File of trajectories made elsewhere').exactOptional(),
    mode: z
      .enum(['worker', 'one-shot'])
      .describe(
        'worker (default): one process answers many trials over JSON Lines; one-shot (default with {input}): a process for each trial',
      )
      .exactOptional(),
    record: z
      .literal(false, { error: recordMessage })
      .describe('false: tool calls and tokens are what the agent reports')
      .exactOptional(),
    setup: z
      .array(z.string().min(1), { error: expected('a list of shell lines') })
      .describe('Shell lines run once before the first trial')
      .exactOptional(),
    env: z
      .record(variableName, z.string({ error: expected('a text; put numbers and true in quotes') }))
      .describe('Environment variables with literal values')
      .exactOptional(),
    needs: z.array(variableName).describe('Environment variables without which the agent can not work').exactOptional(),
  },
  Object.fromEntries(
    LATER_KINDS.map((kind) => [
      kind,
      `not available in this version: agents of the kind ${kind} come later; write \`command: [program, argument]\` or \`recorded: FILE\``,
    ]),
  ),
  'a mapping with the kind of the agent, such as {command: [python, agent.py]}',
)
  .superRefine(contradictions(agentContradictions), ALWAYS)
  .transform(({ command, recorded, mode, setup, env, needs }): AgentConfig => {
    if (command === undefined) return { kind: 'recorded', file: recorded ?? '', needs: needs ?? [] };
    return {
      kind: 'command',
      command,
      mode: mode ?? defaultMode(command),
      record: null,
      setup: setup ?? [],
      env: env ?? {},
      needs: needs ?? [],
    };
  })
  .meta({ oneOf: [{ required: ['command'] }, { required: ['recorded'] }] });

function agentContradictions(agent: UncheckedMapping): readonly Contradiction[] {
  const kinds = ['command', 'recorded'].filter((kind) => kind in agent);
  if (kinds.length === 0) return [[null, 'has no kind; write `command: [program, argument]` or `recorded: FILE`']];
  const [first, second] = kinds;
  if (second !== undefined) return [[second, `an agent has exactly one kind, found ${first} too; keep one of them`]];
  if (first === 'recorded')
    return ONLY_COMMAND.filter((key) => key in agent).map((key) => [
      key,
      'says nothing about recorded trajectories; remove the key',
    ]);
  const takesInput =
    Array.isArray(agent['command']) &&
    agent['command'].some((argument) => typeof argument === 'string' && argument.includes(INPUT));
  if (agent['mode'] === 'worker' && takesInput)
    return [
      ['mode', `a worker gets its inputs as JSON Lines, not as ${INPUT}; remove ${INPUT} or write \`mode: one-shot\``],
    ];
  return [];
}

const ONLY_COMMAND = ['mode', 'record', 'setup', 'env'];

function defaultMode(command: readonly string[]): 'worker' | 'one-shot' {
  return command.some((argument) => argument.includes(INPUT)) ? 'one-shot' : 'worker';
}

function recordMessage(): string {
  return `not available in this version: recording through the model proxy comes later; write \`record: false\` or remove the key`;
}
