import { given, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import type { MessageEvent, RequestedCall } from '#trials/messages/message-shape.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import { readUsage } from '#trials/messages/read-usage.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { objectOf, withModel } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';

/** Language models of the AI SDK. Headers, which are in the path by now, name the model and say whether the answer streams. */
export const vercelLanguage = endpointFormat({
  inCommonNames({ prompt, ...rest }, path) {
    const parameters = new URLSearchParams(path.split('?')[1]);
    return {
      ...rest,
      model: parameters.get('ai-language-model-id'),
      stream: parameters.get('ai-language-model-streaming') === 'true',
      messages: Array.isArray(prompt) ? prompt : [],
    };
  },
  messages: ({ messages }) => objectsOf(messages).flatMap(eventsIn),
  answer({ content, finishReason, response }) {
    if (!Array.isArray(content) || finishReason === undefined) return null;
    const { id = null, modelId = null } = objectOf(response);
    return {
      named: { id, model: modelId },
      events: eventsIn({ role: 'assistant', content }),
      requests: (objectOf(finishReason)['unified'] ?? finishReason) === 'tool-calls',
    };
  },
  usage: usageIn,
  builder: languageBody,
});

/** One message of a prompt, or the content of an answer. */
function eventsIn({ role, content }: JsonObject): readonly MessageEvent[] {
  const parts = objectsOf(content);
  const results = parts.filter(({ type }) => type === 'tool-result').map(resultEvent);
  if (role === 'tool') return results;
  if (role === 'system') return [{ kind: 'other' }];
  const text = contentText(typeof content === 'string' ? content : parts.filter(({ type }) => type === 'text'));
  if (role !== 'assistant') return [{ kind: 'user', text }];
  const calls = parts.filter(({ type }) => type === 'tool-call').map(callIn);
  return [{ kind: 'model', text, calls, usage: null, group: null }, ...results];
}

/** Arguments are a text in answers, and a value in prompts. */
function callIn({ toolCallId, toolName, input }: JsonObject): RequestedCall {
  return { id: stringOrNull(toolCallId), name: stringOrNull(toolName) ?? '', arguments: readArguments(input) };
}

/** In prompts a result is wrapped with what kind of value it is; the provider's own tools tell theirs as it is. */
function resultEvent({ toolCallId, toolName, output, result, isError }: JsonObject): MessageEvent {
  const { type, value, reason } = objectOf(output);
  const kind = stringOrNull(type) ?? '';
  const failed = isError === true || kind.startsWith('error') || kind === 'execution-denied';
  return {
    kind: 'result',
    call_id: stringOrNull(toolCallId),
    name: stringOrNull(toolName),
    status: failed ? 'error' : 'ok',
    result: value ?? reason ?? result ?? null,
  };
}

/** Counts have parts since the third version of the protocol, and were numbers before. */
function usageIn({ usage, response }: JsonObject): Usage | null {
  const { inputTokens, outputTokens, totalTokens, cachedInputTokens, reasoningTokens } = objectOf(usage);
  const input = partsOf(inputTokens);
  const output = partsOf(outputTokens);
  const fields = {
    input_tokens: input['total'],
    output_tokens: output['total'],
    total_tokens: totalTokens,
    cache_read_tokens: input['cacheRead'] ?? cachedInputTokens,
    cache_write_tokens: input['cacheWrite'],
    reasoning_tokens: output['reasoning'] ?? reasoningTokens,
  };
  const read = readUsage(given(fields));
  return read === null ? null : withModel(read, objectOf(response)['modelId']);
}

function partsOf(count: Json | undefined): JsonObject {
  if (isJsonObject(count)) return count;
  return count === undefined ? {} : { total: count };
}

/**
 * Combines the parts of a streamed answer; the last one, `finish`, has the counts. Calls come whole, after their pieces; a call
 * of which only pieces came is unknown.
 */
function languageBody(): BodyBuilder {
  const content: Json[] = [];
  const texts = new Map<Json, { readonly type: 'text'; text: string }>();
  let rest: JsonObject = {};
  const begun = new Set<Json>();
  let ended = false;
  return {
    take(part) {
      const { type, id = '', delta, textDelta, ...fields } = part;
      switch (type) {
        case 'text-delta': {
          const text = texts.get(id) ?? { type: 'text', text: '' };
          if (!texts.has(id)) content.push(text);
          texts.set(id, text);
          text.text += stringOrNull(delta) ?? stringOrNull(textDelta) ?? '';
          return;
        }
        case 'tool-input-start':
          begun.add(id);
          return;
        case 'tool-call':
          begun.delete(part['toolCallId'] ?? '');
          content.push(part);
          return;
        case 'tool-result':
          if (part['preliminary'] !== true) content.push(part);
          return;
        case 'response-metadata':
          rest = { ...rest, response: { id, ...fields } };
          return;
        case 'finish':
          rest = { ...rest, ...fields };
          ended = true;
      }
    },
    body: () => ({ ...rest, content: [...content] }),
    state: () => (ended ? 'ended' : 'open'),
    mixesCalls: () => begun.size > 0,
  };
}
