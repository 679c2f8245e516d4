import {
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  ModelCallError,
  type ModelGateway,
} from '#adapters/models/ports.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { objectsOf, stringOrNull } from '#domain/messages/content-text.ts';
import { gemini } from '#domain/messages/gemini.ts';
import { askModel } from './ask-model.ts';
import { geminiParameters } from './gemini-parameters.ts';
import { modelSays } from './model-says.ts';
import type { ModelSettings } from './model-settings.ts';
import { withExtra } from './with-extra.ts';

/** A model behind the Gemini API's `generateContent`. Parts go back as received, with their signatures of thoughts. */
export function createGeminiGenerate(settings: ModelSettings, gateway: ModelGateway): ChatModel {
  const endpoint = {
    provider: 'gemini',
    path: `/v1beta/${nameOf(settings.model)}:generateContent`,
    headers: { 'content-type': 'application/json' },
  } as const;
  return {
    async complete(request, context, signal) {
      const answer = await askModel(gateway, endpoint, bodyOf(request, settings), context, signal);
      const [candidate = {}] = objectsOf(answer['candidates']);
      const parts = partsOf(candidate['content'] ?? null);
      const { text, calls } = modelSays(gemini, isAnswer(answer) ? { role: 'model', parts } : answer);
      return {
        message: { role: 'assistant', content: text, calls, raw: parts },
        finish: finishOf(answer, candidate, calls.length > 0),
      };
    },
  };
}

/** `gemini-2.5-flash`, or with its kind in front: `models/…`, `tunedModels/…`. */
function nameOf(model: string): string {
  const [, kind = 'models', name = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? [];
  return `${kind}/${encodeURIComponent(name)}`;
}

function bodyOf({ system, messages, tools, seed }: ChatRequest, settings: ModelSettings): JsonObject {
  const { temperature, top_p, max_output_tokens, extra } = settings;
  const instructions = [system, ...messages.map(({ role, content }) => (role === 'system' ? content : null))];
  const prompt = instructions.filter((text) => text !== null && text !== '').join('\n\n');
  const generationConfig = {
    ...(temperature !== null && { temperature }),
    ...(top_p !== null && { topP: top_p }),
    ...(max_output_tokens !== null && { maxOutputTokens: max_output_tokens }),
    ...(seed !== null && { seed }),
  };
  const body = {
    ...(prompt !== '' && { systemInstruction: { parts: [{ text: prompt }] } }),
    contents: contentsOf(messages),
    ...(tools.length > 0 && {
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, parameters }) => ({
            name,
            ...(description !== null && { description }),
            ...geminiParameters(parameters),
          })),
        },
      ],
    }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  };
  return withExtra(body, extra);
}

/** The results of one answer's calls are one content: the API wants as many of them as there were calls. */
function contentsOf(messages: readonly ChatMessage[]): readonly JsonObject[] {
  const contents: JsonObject[] = [];
  let asked: ReadonlySet<Json> = new Set();
  let results: JsonObject[] | null = null;
  for (const message of messages) {
    if (message.role === 'system') continue;
    if (message.role === 'tool') {
      if (results === null) {
        results = [];
        contents.push({ role: 'user', parts: results });
      }
      results.push(resultPart(message, asked));
      continue;
    }
    results = null;
    if (message.role !== 'assistant') {
      contents.push({ role: 'user', parts: [{ text: message.content }] });
      continue;
    }
    asked = new Set(message.calls.flatMap(({ id }) => id ?? []));
    const parts = ownParts(message);
    if (parts.length > 0) contents.push({ role: 'model', parts });
  }
  return contents;
}

function ownParts({ content, raw }: Extract<ChatMessage, { role: 'assistant' }>): readonly JsonObject[] {
  if (raw !== null) return objectsOf(raw);
  return content === '' ? [] : [{ text: content }];
}

/** Older models give their calls no ids, and know results by their order. */
function resultPart(
  { call_id, name, content, is_error }: Extract<ChatMessage, { role: 'tool' }>,
  asked: ReadonlySet<Json>,
): JsonObject {
  const response = is_error ? { error: content } : { result: content };
  return { functionResponse: { ...(asked.has(call_id) && { id: call_id }), name, response } };
}

function partsOf(content: Json): readonly JsonObject[] {
  return isJsonObject(content) ? objectsOf(content['parts']) : [];
}

/** A prompt that is refused has feedback and no candidate. */
function isAnswer({ candidates, promptFeedback }: JsonObject): boolean {
  return Array.isArray(candidates) || isJsonObject(promptFeedback);
}

/** @throws ModelCallError if the answer ended for a reason that leaves nothing to go on with, such as a malformed call. */
function finishOf({ promptFeedback }: JsonObject, candidate: JsonObject, hasCalls: boolean): ChatAnswer['finish'] {
  const reason = stringOrNull(candidate['finishReason']) ?? 'STOP';
  if (isJsonObject(promptFeedback) && typeof promptFeedback['blockReason'] === 'string') return 'refusal';
  if (REFUSALS.has(reason)) return 'refusal';
  if (reason === 'MAX_TOKENS') return 'length';
  if (reason === 'STOP') return hasCalls ? 'tool_calls' : 'stop';
  const why = stringOrNull(candidate['finishMessage']);
  throw new ModelCallError(`the answer ended with ${reason}${why === null ? '' : `: ${why}`}`);
}

const REFUSALS: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
]);
