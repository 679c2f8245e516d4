import type { UserModelConfig } from '#config/config.ts';
import type { ModelAgentConfig } from '#config/model-agent-config.ts';
import type { ChatModel, ModelGateway } from '#wire/ports.ts';
import { loadAnthropic } from './anthropic-client.ts';
import { createAnthropicMessages } from './anthropic-messages.ts';
import { type ModelSettings, maxTokensField } from './model-settings.ts';
import { createOpenAiChat } from './openai-chat.ts';
import { loadOpenAi } from './openai-client.ts';
import { createOpenAiResponses } from './openai-responses.ts';

/** Loads a vendor's client ahead, so that no trial waits for it. */
export async function loadClient(kind: ModelAgentConfig['kind']): Promise<void> {
  await (kind === 'openai' ? loadOpenAi() : loadAnthropic());
}

/**
 * The model of a built-in agent. `gateway` must lead to the config's `base_url`.
 */
export function createChatModel(config: ModelAgentConfig, gateway: ModelGateway): ChatModel {
  const settings = settingsOf({ cache: false, ...config });
  switch (config.kind) {
    case 'anthropic':
      return createAnthropicMessages(settings, gateway);
    case 'openai': {
      const parallel = { ...settings, parallel_tool_calls: config.parallel_tool_calls };
      return config.api === 'responses'
        ? createOpenAiResponses(parallel, gateway)
        : createOpenAiChat(parallel, gateway);
    }
  }
}

/** The model that plays simulated users. `gateway` must lead to the config's `base_url`. */
export function createUserModel(config: UserModelConfig, gateway: ModelGateway): ChatModel {
  const settings = settingsOf({ ...config, top_p: null, max_output_tokens: null, cache: true, extra: {} });
  return config.provider === 'anthropic'
    ? createAnthropicMessages(settings, gateway)
    : createOpenAiChat(settings, gateway);
}

function settingsOf(
  config: Omit<ModelSettings, 'max_tokens_field' | 'parallel_tool_calls'> & { readonly base_url: string | null },
): ModelSettings {
  const { model, temperature, top_p, max_output_tokens, cache, extra, base_url } = config;
  const max_tokens_field = maxTokensField(base_url);
  return { model, temperature, top_p, max_output_tokens, max_tokens_field, parallel_tool_calls: null, cache, extra };
}
