import * as z from 'zod';
import { ALWAYS } from '#domain/document/contradictions.ts';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import type { AgentKind } from './agent-kind.ts';
import type { GeminiAgentConfig } from './model-agent-config.ts';
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
    temperature: temperature(2),
    seed: z.boolean().describe('true: each trial’s seed is sent; default false').exactOptional(),
    extra: extraSchema({
      ...isDecided('contents', 'generationConfig.candidateCount'),
      ...hasItsKey('model', 'tools'),
      ...hasOtherKey({
        systemInstruction: 'prompt',
        system_instruction: 'prompt',
        'generationConfig.temperature': 'temperature',
        'generationConfig.topP': 'top_p',
        'generationConfig.maxOutputTokens': 'max_output_tokens',
        'generationConfig.seed': 'seed',
      }),
      generation_config: 'write generationConfig, as the Gemini API does',
    }),
  },
  {
    api: 'there is one API; remove the key',
    cache: 'the Gemini API caches by itself; remove the key',
    parallel_tool_calls: 'the Gemini API has no such setting; remove the key',
  },
).superRefine(WITHOUT_TOOLS, ALWAYS);

/** `agent.gemini`: a model behind the Gemini API, run in our own loop. */
export const geminiKind: AgentKind<typeof schema, GeminiAgentConfig> = {
  schema,
  ...BUILT_IN,
  read: (written, { needs }) => ({
    kind: 'gemini',
    ...modelSettings(written, needs),
    seed: written.seed ?? false,
  }),
};
