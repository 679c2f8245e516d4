import type { Json, JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, stringOr, stringOrNull } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import type { ScriptMessage } from '../script.ts';
import { nameResults, userMessage } from './call-names.ts';
import { dataFrame, pieces } from './frames.ts';
import type { ChatRequest, Protocol, Reply } from './protocol.ts';

/** Language models of Vercel's AI Gateway, in the third version of the AI SDK's protocol. Headers name the model. */
export const vercelLanguage: Protocol = {
  endpoint: 'vercel_language',
  read(body, { headers }): ChatRequest {
    if (headers['ai-language-model-specification-version'] !== '3' || headers['ai-gateway-auth-method'] !== 'api-key')
      throw new Refusal(400, 'Invalid request headers', { type: 'invalid_request_error' });
    const prompt = objects(body['prompt']);
    if (prompt.length === 0) throw new Refusal(400, 'prompt: required', { type: 'invalid_request_error' });
    const system = prompt.filter(({ role }) => role === 'system').map(({ content }) => stringOr(content, ''));
    return {
      model: stringOr(headers['ai-language-model-id'], ''),
      system: system.length === 0 ? null : system.join('\n\n'),
      messages: nameResults(prompt.flatMap(readMessage)),
      tool_schemas: objects(body['tools']).map((tool) => ({
        name: stringOr(tool['name'], ''),
        description: stringOr(tool['description'], ''),
        schema: objectOr(tool['inputSchema']),
      })),
      stream: headers['ai-language-model-streaming'] === 'true',
      temperature: numberOrNull(body['temperature']),
      seed: numberOrNull(body['seed']),
      parallel: true,
    };
  },
  whole: (reply) => ({
    content: [...(reply.text === '' ? [] : [{ type: 'text', text: reply.text }]), ...calls(reply)],
    warnings: [],
    response: metadata(reply),
    ...ending(reply),
  }),
  stream: streamParts,
  unended: (reply) => streamParts(reply).slice(0, -1),
  streamError: (type, message) => dataFrame({ type: 'error', error: { type, message } }),
  streamType: 'text/event-stream; charset=utf-8',
  callId: ['call_', 24],
};

function streamParts(reply: Reply): readonly string[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', ...metadata(reply) },
    ...(reply.text === '' ? [] : spoken(reply.text)),
    ...calls(reply),
    { type: 'finish', ...ending(reply) },
  ].map(dataFrame);
}

function readMessage({ role, content }: JsonObject): readonly ScriptMessage[] {
  const parts = objects(content);
  const text = parts.filter(({ type }) => type === 'text').map((part) => stringOr(part['text'], ''));
  switch (role) {
    case 'system':
      return [];
    case 'tool':
      return parts.map((part) => {
        const { type, value } = objectOr(part['output']);
        return {
          ...userMessage(typeof value === 'string' ? value : JSON.stringify(value)),
          role: 'tool',
          call_id: stringOrNull(part['toolCallId']),
          is_error: stringOr(type, '').startsWith('error'),
        };
      });
    case 'assistant': {
      const requested = parts
        .filter(({ type }) => type === 'tool-call')
        .map(({ toolCallId, toolName, input }) => ({
          id: stringOrNull(toolCallId),
          name: stringOr(toolName, ''),
          arguments: objectOr(input),
        }));
      return [{ ...userMessage(text.join('')), role: 'assistant', calls: requested }];
    }
    default:
      return [userMessage(text.join(''))];
  }
}

function spoken(text: string): readonly JsonObject[] {
  const deltas = pieces(text).map((delta) => ({ type: 'text-delta', id: '0', delta }));
  return [{ type: 'text-start', id: '0' }, ...deltas, { type: 'text-end', id: '0' }];
}

function calls(reply: Reply): readonly JsonObject[] {
  return reply.calls.map(({ id, name, raw }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input: raw }));
}

function metadata(reply: Reply): JsonObject {
  return { id: reply.id('gen_', 26), modelId: reply.model, timestamp: new Date(reply.created * 1000).toISOString() };
}

function ending({ finish, usage }: Reply): { readonly [name: string]: Json } {
  const { input, output, cache_read, cache_write, reasoning } = usage;
  const unified = { stop: 'stop', tool_calls: 'tool-calls', length: 'length', refusal: 'content-filter' }[finish];
  return {
    finishReason: { unified, raw: finish },
    usage: {
      inputTokens: {
        total: input,
        noCache: input - cache_read - cache_write,
        cacheRead: cache_read,
        cacheWrite: cache_write,
      },
      outputTokens: { total: output, text: output - reasoning, reasoning },
    },
  };
}
