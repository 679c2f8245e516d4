import type { JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import type { JudgeModelConfig } from '#config/config.ts';
import { reasonedAnswer } from '#judge/reasoned-answer.ts';
import { type CallContext, type ChatModel, type JudgeModel, ModelCallError, type ModelGateway } from '#wire/ports.ts';
import { createAnthropicMessages } from './anthropic-messages.ts';
import { type ModelSettings, maxTokensField } from './model-settings.ts';
import { createOpenAiChat } from './openai-chat.ts';
import { createOpenAiResponses } from './openai-responses.ts';

/**
 * A model that answers in JSON of a given shape: by structured output at OpenAI, by the arguments of a tool that it must call at
 * Anthropic. Temperature 0, unless the config names another one or the model refuses to take any; a server that refuses the shape
 * is asked without it, because the prompt says it too. `gateway` must lead to the config's `base_url`.
 */
export function createJudgeModel(config: JudgeModelConfig, gateway: ModelGateway): JudgeModel {
  let temperature: number | null = config.temperature ?? 0;
  let isShaped = true;
  const known = new Map<string, ChatModel>();
  const modelFor = (schema: JsonObject): ChatModel => {
    const key = jsonText([temperature, isShaped, schema]);
    const model = known.get(key) ?? create(config, temperature, isShaped ? schema : null, gateway);
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
      const send = (by: CallContext): ReturnType<ChatModel['complete']> => {
        // Another call may have learned in the meantime what this one learns now.
        const attempt = { temperature, isShaped };
        return modelFor(schema)
          .complete(request, by, signal)
          .catch((error: unknown) => {
            const isOurs = config.temperature === null && attempt.temperature !== null;
            if (isOurs && refuses(error, TEMPERATURE)) temperature = null;
            else if (attempt.isShaped && refuses(error, SHAPE)) isShaped = false;
            else throw error;
            return send(by);
          });
      };
      const { message } = await send(context);
      const [call] = message.calls;
      if (call !== undefined) return jsonText(call.arguments);
      return message.content.trim() === '' ? (reasonedAnswer(message.raw) ?? '') : message.content;
    },
  };
}

function create(
  config: JudgeModelConfig,
  temperature: number | null,
  schema: JsonObject | null,
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
    return createAnthropicMessages(
      settings(schema === null ? {} : { tool_choice: { type: 'tool', name: VERDICT.name } }),
      gateway,
    );
  if (schema === null)
    return config.api === 'responses'
      ? createOpenAiResponses(settings({}), gateway)
      : createOpenAiChat(settings({}), gateway);
  const format = { type: 'json_schema', name: VERDICT.name, strict: true, schema };
  if (config.api === 'responses') return createOpenAiResponses(settings({ text: { format } }), gateway);
  const { type, ...json_schema } = format;
  return createOpenAiChat(settings({ response_format: { type, json_schema } }), gateway);
}

const VERDICT = { name: 'verdict', description: 'Gives the evidence and the verdict' };

/** Models that reason take no temperature, or only their own. */
const TEMPERATURE = /\btemperature\b/i;
/** Compatible servers know other shapes of an answer, or none; with thoughts, Anthropic's models can't be made to call a tool. */
const SHAPE = /response_format|json_schema|text\.format|structured[ _-]outputs?|tool_choice|guided|grammar/i;

function refuses(error: unknown, what: RegExp): boolean {
  return error instanceof ModelCallError && what.test(error.message);
}
