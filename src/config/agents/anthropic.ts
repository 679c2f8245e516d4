import * as z from 'zod';
import { ALWAYS } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import type { AnthropicAgentConfig } from '../model-agent-config.ts';
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
  WITHOUT_TOOLS,
} from './model-shape.ts';

const schema = strictMapping(
  {
    ...modelShape,
    temperature: temperature(1),
    cache: z
      .boolean()
      .describe('true (default): prompt and tools are marked for the provider’s prompt cache')
      .exactOptional(),
    extra: extraSchema({
      ...isDecided('messages', 'stream'),
      ...hasItsKey('model', 'tools', 'temperature', 'top_p'),
      ...hasOtherKey({ system: 'prompt', max_tokens: 'max_output_tokens' }),
    }),
  },
  {
    seed: 'the Messages API takes no seed; remove the key',
    api: 'there is one API; remove the key',
    parallel_tool_calls:
      'not known to this API; write `extra: {tool_choice: {type: auto, disable_parallel_tool_use: true}}`',
  },
).superRefine(WITHOUT_TOOLS, ALWAYS);

/** `agent.anthropic`: a model behind Anthropic's Messages API, run in our own loop. */
export const anthropicKind: AgentKind<typeof schema, AnthropicAgentConfig> = {
  schema,
  ...BUILT_IN,
  read: (settings, { needs }) => ({
    key: 'anthropic',
    kind: 'anthropic',
    ...modelSettings(settings, needs),
    cache: settings.cache ?? true,
  }),
};
