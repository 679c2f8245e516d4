import type { OpenAI } from 'openai';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { openaiChat } from '#trials/messages/openai-chat.ts';
import type { ChatAnswer, ChatMessage, ChatModel, ChatRequest, ModelGateway } from '#wire/ports.ts';
import { modelSays } from './model-says.ts';
import type { ModelSettings } from './model-settings.ts';
import { askOpenAi } from './openai-client.ts';
import { openAiParameters } from './openai-parameters.ts';

type Message = OpenAI.Chat.ChatCompletionMessageParam;
type Body = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/** A model behind Chat Completions, of OpenAI or a server compatible with it. */
export function createOpenAiChat(settings: ModelSettings, gateway: ModelGateway): ChatModel {
  return {
    async complete(request, context, signal) {
      const answer = await askOpenAi(
        { gateway, context, signal },
        bodyOf(request, settings),
        ({ chat }, body, options) => chat.completions.create(body, options),
      );
      const { text, calls } = modelSays(openaiChat, answer);
      const choice = objectsOf(answer['choices'])[0] ?? {};
      return {
        message: { role: 'assistant', content: text, calls, raw: sentBack(choice['message'] ?? null) },
        finish: finishOf(choice, calls.length > 0),
      };
    },
  };
}

function bodyOf({ system, messages, tools, seed }: ChatRequest, settings: ModelSettings): Body {
  const { model, temperature, top_p, max_output_tokens, parallel_tool_calls, extra } = settings;
  return {
    model,
    messages: [...(system === null ? [] : [{ role: 'system' as const, content: system }]), ...messages.map(messageOf)],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        function: { name, ...(description !== null && { description }), parameters: openAiParameters(parameters) },
      })),
      ...(parallel_tool_calls !== null && { parallel_tool_calls }),
    }),
    ...(temperature !== null && { temperature }),
    ...(top_p !== null && { top_p }),
    ...(max_output_tokens !== null && { [settings.max_tokens_field]: max_output_tokens }),
    ...(seed !== null && { seed }),
    ...extra,
  };
}

function messageOf(message: ChatMessage): Message {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'assistant':
      return isOwnMessage(message.raw) ? message.raw : { role: 'assistant', content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.call_id, content: message.content };
  }
}

function isOwnMessage(raw: Json): raw is Json & OpenAI.Chat.ChatCompletionAssistantMessageParam {
  return isJsonObject(raw) && raw['role'] === 'assistant';
}

/** The message without its empty fields: compatible servers refuse unknown fields in requests. */
function sentBack(message: Json): Json {
  if (!isJsonObject(message)) return null;
  return Object.fromEntries(Object.entries(message).filter(([key, value]) => key === 'content' || !isEmpty(value)));
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function finishOf(choice: JsonObject, hasCalls: boolean): ChatAnswer['finish'] {
  const reason = choice['finish_reason'];
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'refusal';
  // Compatible servers say `stop` even with calls.
  if (hasCalls) return 'tool_calls';
  const message = choice['message'] ?? null;
  return isJsonObject(message) && typeof message['refusal'] === 'string' ? 'refusal' : 'stop';
}
