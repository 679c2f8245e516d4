import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { OLLAMA_URL, type OpenAiAgentConfig } from '../model-agent-config.ts';
import type { AgentKind } from './agent-kind.ts';
import {
  BUILT_IN,
  extraSchema,
  hasItsKey,
  hasOtherKey,
  isDecided,
  modelSettings,
  modelShape,
  temperature,
  toollessKeys,
} from './model-shape.ts';

const schema = strictMapping({
  ...modelShape,
  api: z
    .enum(['chat', 'responses'])
    .describe('chat (default): Chat Completions, which compatible servers know; responses: the Responses API')
    .exactOptional(),
  temperature: temperature(2),
  seed: z.boolean().describe('true: each trial’s seed is sent; default false').exactOptional(),
  parallel_tool_calls: z
    .boolean()
    .describe('Whether the model may ask for several tools at once; without it the provider decides')
    .exactOptional(),
  extra: extraSchema({
    ...isDecided('messages', 'input', 'stream', 'n', 'previous_response_id'),
    ...hasItsKey('model', 'tools', 'temperature', 'top_p', 'seed', 'parallel_tool_calls'),
    ...hasOtherKey({ instructions: 'prompt' }),
  }),
}).superRefine(contradictions(openAiContradictions), ALWAYS);

/** `agent.openai`: a model behind OpenAI's API or a compatible one, run in our own loop. */
export const openAiKind: AgentKind<typeof schema, OpenAiAgentConfig> = {
  schema,
  ...BUILT_IN,
  read: (settings, { needs }) => ({
    key: 'openai',
    kind: 'openai',
    api: settings.api ?? 'chat',
    ...modelSettings(settings, needs),
    seed: settings.seed ?? false,
    parallel_tool_calls: settings.parallel_tool_calls ?? null,
  }),
};

/** `agent.ollama`: `agent.openai` with a model that Ollama serves. */
export const ollamaKind: AgentKind<typeof schema, OpenAiAgentConfig> = {
  schema,
  ...BUILT_IN,
  read: ({ base_url = OLLAMA_URL, ...settings }, common) => ({
    ...openAiKind.read({ ...settings, base_url }, common),
    key: 'ollama',
  }),
};

function openAiContradictions(model: UncheckedMapping): readonly Contradiction[] {
  const seeded: readonly Contradiction[] =
    model['api'] === 'responses' && model['seed'] === true
      ? [['seed', 'the Responses API takes no seed; remove the key or write `api: chat`']]
      : [];
  return [...seeded, ...toollessKeys(model, ['mocks', 'parallel_tool_calls'])];
}
