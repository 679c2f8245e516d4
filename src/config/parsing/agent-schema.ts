import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { keysOf } from '#common/keyed.ts';
import { anthropicKind } from '../agents/anthropic.ts';
import { besideShape } from '../agents/beside.ts';
import { commandKind } from '../agents/command.ts';
import { httpKind } from '../agents/http.ts';
import { moduleKind } from '../agents/module.ts';
import { ollamaKind, openAiKind } from '../agents/openai.ts';
import { refuseProvidedVariables } from '../agents/provided-variables.ts';
import { recordedKind } from '../agents/recorded.ts';
import type { AgentConfig } from '../config.ts';
import { REMOVED_KEYS } from './removed-keys.ts';

const KINDS = {
  command: commandKind,
  openai: openAiKind,
  ollama: ollamaKind,
  anthropic: anthropicKind,
  http: httpKind,
  module: moduleKind,
  recorded: recordedKind,
};

/** `agent:`: exactly one kind of agent. */
export const agentSchema = strictMapping(
  {
    command: commandKind.schema
      .describe(
        'Program and arguments of the agent; {input} in an argument is the input of a one-shot agent, {mcp_config} the file of its MCP servers',
      )
      .exactOptional(),
    openai: openAiKind.schema
      .describe('A model behind OpenAI’s API or a compatible one, run in this action’s own loop')
      .exactOptional(),
    ollama: ollamaKind.schema
      .describe(
        'The same with a model that Ollama serves; `base_url` is by default that of OLLAMA_HOST, or this machine',
      )
      .exactOptional(),
    anthropic: anthropicKind.schema
      .describe('A model behind Anthropic’s API, run in this action’s own loop')
      .exactOptional(),
    http: httpKind.schema.describe('A server that takes turns by POST').exactOptional(),
    module: moduleKind.schema
      .describe('A JavaScript or TypeScript module that exports the agent as a function')
      .exactOptional(),
    recorded: recordedKind.schema.describe('File of trajectories made elsewhere').exactOptional(),
    ...besideShape,
  },
  REMOVED_KEYS.agent,
  'a mapping with the kind of the agent, such as {command: [python, agent.py]}',
)
  .superRefine(contradictions(agentContradictions), ALWAYS)
  .superRefine(refuseProvidedVariables, ALWAYS)
  .transform(({ command, openai, ollama, anthropic, http, module, recorded, ...beside }): AgentConfig => {
    if (command !== undefined) return commandKind.read(command, beside);
    if (openai !== undefined) return openAiKind.read(openai, beside);
    if (ollama !== undefined) return ollamaKind.read(ollama, beside);
    if (anthropic !== undefined) return anthropicKind.read(anthropic, beside);
    if (http !== undefined) return httpKind.read(http, beside);
    if (module !== undefined) return moduleKind.read(module, beside);
    return recordedKind.read(recorded ?? '', beside);
  })
  .meta({ oneOf: Object.keys(KINDS).map((kind) => ({ required: [kind] })) });

function agentContradictions(agent: UncheckedMapping): readonly Contradiction[] {
  const [first, ...more] = Object.entries(KINDS).filter(([name]) => name in agent);
  if (first === undefined) return Object.keys(REMOVED_KEYS.agent).some((key) => key in agent) ? [] : [[null, NO_KIND]];
  const [name, kind] = first;
  if (more.length > 0)
    return more.map(([other]) => [other, `an agent has exactly one kind, found ${name} too; keep one of them`]);
  const unread = BESIDE.filter((key) => key in agent && !kind.takes.includes(key));
  return [
    ...unread.map((key): Contradiction => [key, `has no effect ${kind.otherwise}`]),
    ...kind.contradictions(agent),
  ];
}

const BESIDE = keysOf(besideShape);

const NO_KIND = `has no kind; write one of ${Object.keys(KINDS).join(', ')}, such as \`command: [program, argument]\` or \`recorded: FILE\``;
