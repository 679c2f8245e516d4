import { ALWAYS } from '#domain/document/contradictions.ts';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import type { AgentKind } from './agent-kind.ts';
import type { BedrockAgentConfig } from './model-agent-config.ts';
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
    extra: extraSchema({
      ...isDecided('messages'),
      ...hasItsKey('tools'),
      ...hasOtherKey({
        modelId: 'model',
        system: 'prompt',
        'toolConfig.tools': 'tools',
        'inferenceConfig.temperature': 'temperature',
        'inferenceConfig.topP': 'top_p',
        'inferenceConfig.maxTokens': 'max_output_tokens',
      }),
    }),
  },
  {
    seed: 'Converse takes no seed; remove the key',
    api: 'there is one API; remove the key',
    cache: 'not set for models of Bedrock; remove the key',
    parallel_tool_calls:
      'Converse has no such setting; write what the model takes as `extra: {additionalModelRequestFields: …}`',
  },
).superRefine(WITHOUT_TOOLS, ALWAYS);

/** `agent.bedrock`: a model behind Amazon Bedrock's Converse, run in our own loop. */
export const bedrockKind: AgentKind<typeof schema, BedrockAgentConfig> = {
  schema,
  ...BUILT_IN,
  read: (written, { needs }) => ({ kind: 'bedrock', ...modelSettings(written, needs) }),
};
