import type { AnthropicAgentConfig, OpenAiAgentConfig } from '#config/model-agent-config.ts';

const SETTINGS = {
  model: 'm',
  prompt: null,
  tools: null,
  mocks: {},
  temperature: null,
  top_p: null,
  max_output_tokens: null,
  base_url: null,
  extra: {},
  needs: [],
} as const;

/** A config that sets nothing but the model. */
export function openAiAgent(config: Partial<OpenAiAgentConfig>): OpenAiAgentConfig {
  return { key: 'openai', kind: 'openai', api: 'chat', seed: false, parallel_tool_calls: null, ...SETTINGS, ...config };
}

/** A config that sets nothing but the model; caching is on, as by default. */
export function anthropicAgent(config: Partial<AnthropicAgentConfig>): AnthropicAgentConfig {
  return { key: 'anthropic', kind: 'anthropic', cache: true, ...SETTINGS, ...config };
}
