import { anthropicMessages } from './anthropic/anthropic-messages.ts';
import type { Endpoint } from './model-call.ts';
import { ollamaChat } from './ollama/ollama-chat.ts';
import { openaiChatCompletions } from './openai/openai-chat.ts';
import { openaiEmbeddings } from './openai/openai-embeddings.ts';
import { openaiResponsesApi } from './openai/openai-responses.ts';
import type { WireFormat } from './wire-format.ts';

/** How an endpoint speaks. */
export function formatOf(endpoint: Endpoint): WireFormat {
  return FORMATS[endpoint];
}

const FORMATS: { readonly [endpoint in Endpoint]: WireFormat } = {
  openai_chat: openaiChatCompletions,
  openai_responses: openaiResponsesApi,
  openai_embeddings: openaiEmbeddings,
  anthropic_messages: anthropicMessages,
  ollama_chat: ollamaChat,
};
