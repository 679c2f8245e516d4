import type { OpenAI } from 'openai';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { openaiResponses } from '#trials/messages/openai-responses.ts';
import {
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  ModelCallError,
  type ModelGateway,
} from '#wire/ports.ts';
import { modelSays } from './model-says.ts';
import type { ModelSettings } from './model-settings.ts';
import { askOpenAi } from './openai-client.ts';
import { openAiParameters } from './openai-parameters.ts';

type Item = OpenAI.Responses.ResponseInputItem;
type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/**
 * A model behind the Responses API. Stateless: the provider stores nothing, and every request returns all items so far,
 * including reasoning in its encrypted form. The API has no seed.
 */
export function createOpenAiResponses(settings: ModelSettings, gateway: ModelGateway): ChatModel {
  return {
    async complete(request, context, signal) {
      const answer = await askOpenAi(
        { gateway, context, signal },
        bodyOf(request, settings),
        ({ responses }, body, options) => responses.create(body, options),
      );
      if (answer['status'] === 'failed') throw new ModelCallError(failureOf(answer));
      const { text, calls } = modelSays(openaiResponses, answer);
      return {
        message: { role: 'assistant', content: text, calls, raw: sentBack(objectsOf(answer['output'])) },
        finish: finishOf(answer, calls.length > 0),
      };
    },
  };
}

function bodyOf({ system, messages, tools }: ChatRequest, settings: ModelSettings): Body {
  const { model, temperature, top_p, max_output_tokens, parallel_tool_calls, extra } = settings;
  return {
    model,
    ...(system !== null && { instructions: system }),
    input: messages.flatMap(itemsOf),
    ...(tools.length > 0 && {
      // The API requires `strict`; `true` would change which schemas it accepts.
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        name,
        ...(description !== null && { description }),
        parameters: openAiParameters(parameters),
        strict: false,
      })),
      ...(parallel_tool_calls !== null && { parallel_tool_calls }),
    }),
    ...(temperature !== null && { temperature }),
    ...(top_p !== null && { top_p }),
    ...(max_output_tokens !== null && { max_output_tokens }),
    store: false,
    ...extra,
  };
}

function itemsOf(message: ChatMessage): readonly Item[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ role: message.role, content: message.content }];
    case 'assistant':
      return isItems(message.raw) ? message.raw : [{ role: 'assistant', content: message.content }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.call_id, output: message.content }];
  }
}

function isItems(raw: Json): raw is Json & Item[] {
  return Array.isArray(raw);
}

/**
 * The items as received. Reasoning that can't be read again, because the item is empty and the provider stores nothing, is left
 * out, and then also the ids that would refer to it.
 */
function sentBack(items: readonly JsonObject[]): Json {
  const readable = items.filter((item) => item['type'] !== 'reasoning' || isReadable(item));
  return readable.length === items.length ? items : readable.map(({ id: _, ...item }) => item);
}

function isReadable(reasoning: JsonObject): boolean {
  return typeof reasoning['encrypted_content'] === 'string' || objectsOf(reasoning['content']).length > 0;
}

function finishOf(answer: JsonObject, hasCalls: boolean): ChatAnswer['finish'] {
  const details = answer['incomplete_details'];
  const reason = answer['status'] === 'incomplete' && isJsonObject(details) ? details['reason'] : null;
  if (reason === 'max_output_tokens') return 'length';
  if (reason === 'content_filter') return 'refusal';
  if (hasCalls) return 'tool_calls';
  const parts = objectsOf(answer['output']).flatMap((item) => objectsOf(item['content']));
  return parts.some(({ type }) => type === 'refusal') ? 'refusal' : 'stop';
}

function failureOf({ error }: JsonObject): string {
  const message = isJsonObject(error) ? error['message'] : null;
  return typeof message === 'string' ? message : 'the provider failed without a reason';
}
