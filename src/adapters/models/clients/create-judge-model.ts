import {
  type CallContext,
  type ChatModel,
  type JudgeModel,
  ModelCallError,
  type ModelGateway,
} from '#adapters/models/ports.ts';
import type { JudgeModelConfig } from '#domain/config/config.ts';
import type { JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { createAnthropicMessages } from './anthropic-messages.ts';
import { type ModelSettings, maxTokensField } from './model-settings.ts';
import { createOpenAiChat } from './openai-chat.ts';
import { createOpenAiResponses } from './openai-responses.ts';

/**
 * A model that answers in JSON of a given shape: by structured output at OpenAI, by the arguments of a tool that it must call at
 * Anthropic. Temperature 0, unless the config names another one or the model refuses to take any. `gateway` must lead to the
 * config's `base_url`.
 */
export function createJudgeModel(config: JudgeModelConfig, gateway: ModelGateway): JudgeModel {
  let temperature: number | null = config.temperature ?? 0;
  const known = new Map<string, ChatModel>();
  const modelFor = (schema: JsonObject): ChatModel => {
    const key = jsonText([temperature, schema]);
    const model = known.get(key) ?? create(config, temperature, schema, gateway);
    known.set(key, model);
    return model;
  };
  return {
    async ask({ system, user, schema }, context, signal) {
      const request = {
        system,
        messages: [{ role: 'user' as const, content: user }],
        tools: config.provider === 'anthropic' ? [{ ...VERDICT, parameters: schema }] : [],
        seed: null,
      };
      const send = (by: CallContext) => modelFor(schema).complete(request, by, signal);
      const { message } = await send(context).catch((error: unknown) => {
        if (config.temperature !== null || temperature === null || !refusesTemperature(error)) throw error;
        temperature = null;
        return send(context);
      });
      const [call] = message.calls;
      return call === undefined ? message.content : jsonText(call.arguments);
    },
  };
}

function create(
  config: JudgeModelConfig,
  temperature: number | null,
  schema: JsonObject,
  gateway: ModelGateway,
): ChatModel {
  const settings = (extra: JsonObject): ModelSettings => ({
    model: config.model,
    temperature,
    top_p: null,
    max_output_tokens: null,
    max_tokens_field: maxTokensField(config.base_url),
    parallel_tool_calls: null,
    cache: false,
    extra,
  });
  if (config.provider === 'anthropic')
    return createAnthropicMessages(settings({ tool_choice: { type: 'tool', name: VERDICT.name } }), gateway);
  const format = { type: 'json_schema', name: VERDICT.name, strict: true, schema };
  if (config.api === 'responses') return createOpenAiResponses(settings({ text: { format } }), gateway);
  const { type, ...json_schema } = format;
  return createOpenAiChat(settings({ response_format: { type, json_schema } }), gateway);
}

const VERDICT = { name: 'verdict', description: 'Gives the evidence and the verdict' };

/** Models that reason take no temperature, or only their own. */
function refusesTemperature(error: unknown): boolean {
  return error instanceof ModelCallError && /\btemperature\b/i.test(error.message);
}
