import type { Anthropic } from '@anthropic-ai/sdk';
import type { Json } from '#common/json.ts';
import { anthropic } from '#trials/messages/anthropic.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import type { ChatAnswer, ChatModel, ChatRequest, ModelGateway } from '#wire/ports.ts';
import { askAnthropic } from './anthropic-client.ts';
import { toAnthropicMessages } from './anthropic-conversation.ts';
import { modelSays } from './model-says.ts';
import type { ModelSettings } from './model-settings.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** The API requires a limit. */
const DEFAULT_MAX_TOKENS = 4096;

const CACHED = { cache_control: { type: 'ephemeral' as const } };

/**
 * A model behind the Messages API. With `cache`, the end of the fixed part (tools and prompt) and the end of the conversation
 * are marked for the provider's prompt cache, so that each call reads what the previous one wrote.
 */
export function createAnthropicMessages(settings: ModelSettings, gateway: ModelGateway): ChatModel {
  return {
    async complete(request, context, signal) {
      const answer = await askAnthropic({ gateway, context, signal }, bodyOf(request, settings));
      const { text, calls } = modelSays(anthropic, answer);
      return {
        message: { role: 'assistant', content: text, calls, raw: sentBack(answer['content'] ?? null) },
        finish: finishOf(answer['stop_reason'] ?? null, calls.length > 0),
      };
    },
  };
}

function bodyOf({ system, messages, tools }: ChatRequest, settings: ModelSettings): Body {
  const { model, temperature, top_p, max_output_tokens, cache, extra } = settings;
  const conversation = toAnthropicMessages(messages, cache ? CACHED : {});
  const prompt = [system, ...conversation.system].filter((text) => text !== null && text !== '').join('\n\n');
  const last = tools.length - 1;
  return {
    model,
    max_tokens: max_output_tokens ?? DEFAULT_MAX_TOKENS,
    ...(prompt !== '' && { system: [{ type: 'text' as const, text: prompt, ...(cache && CACHED) }] }),
    messages: conversation.messages,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }, index) => ({
        name,
        ...(description !== null && { description }),
        input_schema: { ...parameters, type: 'object' as const },
        // The prompt comes after the tools, so its mark covers them.
        ...(cache && prompt === '' && index === last && CACHED),
      })),
    }),
    ...(temperature !== null && { temperature }),
    ...(top_p !== null && { top_p }),
    ...extra,
  };
}

/** Blocks as received, except blank texts, which the API returns but does not accept. */
function sentBack(content: Json): Json {
  return objectsOf(content).filter(({ type, text }) => type !== 'text' || String(text).trim() !== '');
}

function finishOf(reason: Json, hasCalls: boolean): ChatAnswer['finish'] {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'refusal') return 'refusal';
  return hasCalls ? 'tool_calls' : 'stop';
}
