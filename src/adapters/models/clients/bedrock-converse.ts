import {
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  ModelCallError,
  type ModelGateway,
} from '#adapters/models/ports.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { bedrock } from '#domain/messages/bedrock.ts';
import { objectsOf, stringOrNull } from '#domain/messages/content-text.ts';
import { askModel } from './ask-model.ts';
import { modelSays } from './model-says.ts';
import type { ModelSettings } from './model-settings.ts';
import { withExtra } from './with-extra.ts';

/** A model behind Amazon Bedrock's Converse. Blocks go back as received, with the signatures of reasoning. The API has no seed. */
export function createBedrockConverse(settings: ModelSettings, gateway: ModelGateway): ChatModel {
  const endpoint = {
    provider: 'bedrock',
    path: `/model/${encodeURIComponent(settings.model)}/converse`,
    headers: { 'content-type': 'application/json' },
  } as const;
  return {
    async complete(request, context, signal) {
      const answer = await askModel(gateway, endpoint, bodyOf(request, settings), context, signal);
      const { text, calls } = modelSays(bedrock, answer);
      return {
        message: { role: 'assistant', content: text, calls, raw: sentBack(answer['output'] ?? null) },
        finish: finishOf(stringOrNull(answer['stopReason']) ?? 'end_turn', calls.length > 0),
      };
    },
  };
}

function bodyOf({ system, messages, tools }: ChatRequest, settings: ModelSettings): JsonObject {
  const { temperature, top_p, max_output_tokens, extra } = settings;
  const instructions = [system, ...messages.map(({ role, content }) => (role === 'system' ? content : null))];
  const prompt = instructions.filter((text) => text !== null && text.trim() !== '').join('\n\n');
  const inferenceConfig = {
    ...(temperature !== null && { temperature }),
    ...(top_p !== null && { topP: top_p }),
    ...(max_output_tokens !== null && { maxTokens: max_output_tokens }),
  };
  const body = {
    ...(prompt !== '' && { system: [{ text: prompt }] }),
    messages: messagesOf(messages),
    ...(tools.length > 0 && {
      toolConfig: {
        tools: tools.map(({ name, description, parameters }) => ({
          toolSpec: {
            name,
            ...(description !== null && description !== '' && { description }),
            inputSchema: { json: { properties: {}, ...parameters, type: 'object' } },
          },
        })),
      },
    }),
    ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
  };
  return withExtra(body, extra);
}

/** Roles alternate, so neighbours of one role are one message; empty answers are left out, the API accepts none. */
function messagesOf(messages: readonly ChatMessage[]): readonly JsonObject[] {
  const sent: { readonly role: 'user' | 'assistant'; readonly content: JsonObject[] }[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = message.role === 'assistant' ? ownBlocks(message) : [blockOf(message)];
    const last = sent.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else if (blocks.length > 0) sent.push({ role, content: [...blocks] });
  }
  return sent;
}

function ownBlocks({ content, raw }: Extract<ChatMessage, { role: 'assistant' }>): readonly JsonObject[] {
  if (raw !== null) return objectsOf(raw);
  return content.trim() === '' ? [] : [{ text: content }];
}

function blockOf(message: Exclude<ChatMessage, { role: 'assistant' }>): JsonObject {
  if (message.role !== 'tool') return { text: message.content };
  const { call_id, content, is_error } = message;
  // A blank text is refused; an empty list is a result without content.
  const told = content.trim() === '' ? [] : [{ text: content }];
  return { toolResult: { toolUseId: call_id, content: told, ...(is_error && { status: 'error' }) } };
}

/** Blocks as received, except blank texts, which the API returns but does not accept. */
function sentBack(output: Json): Json {
  const message = isJsonObject(output) ? output['message'] : null;
  const blocks = isJsonObject(message) ? objectsOf(message['content']) : [];
  return blocks.filter(({ text }) => typeof text !== 'string' || text.trim() !== '');
}

/** @throws ModelCallError if the model's answer could not be read by the provider itself */
function finishOf(reason: string, hasCalls: boolean): ChatAnswer['finish'] {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'guardrail_intervened' || reason === 'content_filtered' || reason === 'refusal') return 'refusal';
  if (reason.startsWith('malformed')) throw new ModelCallError(`the answer ended with ${reason}`);
  return hasCalls ? 'tool_calls' : 'stop';
}
