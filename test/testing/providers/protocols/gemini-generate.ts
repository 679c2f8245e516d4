import { estimateTokens, promptText } from '../compose-reply.ts';
import type { JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, stringOr, stringOrNull } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import type { ScriptMessage } from '../script.ts';
import { nameResults, userMessage } from './call-names.ts';
import { dataFrame, pieces } from './frames.ts';
import type { ChatRequest, Protocol, Reply } from './protocol.ts';

/** Gemini's `generateContent` and `streamGenerateContent?alt=sse`. */
export const geminiGenerate: Protocol = {
  endpoint: 'gemini_generate',
  read: (body, { path }) => readContents(body, path),
  whole: (reply) => ({
    ...envelope(reply),
    candidates: [candidate(reply, parts(reply), true)],
    usageMetadata: usage(reply),
  }),
  stream: (reply) => streamPieces(reply, true),
  unended: (reply) => streamPieces(reply, false),
  streamError: (status, message) => dataFrame({ error: { code: 503, message, status } }),
  streamType: 'text/event-stream; charset=utf-8',
  callId: ['', 8],
};

/** `countTokens`. */
export function countTokens(body: JsonObject, path: string): JsonObject {
  const request = objectOr(body['generateContentRequest']);
  const prompt = Object.keys(request).length === 0 ? body : request;
  return { totalTokens: estimateTokens(promptText(readContents(prompt, path))) };
}

function readContents(body: JsonObject, path: string): ChatRequest {
  const [, model = '', action] = /\/models\/([^/:]+):(\w+)/.exec(path) ?? [];
  const contents = objects(body['contents']);
  if (contents.length === 0) throw new Refusal(400, '* GenerateContentRequest.contents: contents is not specified');
  for (const [at, content] of contents.entries()) checkContent(content, at);
  const declared = objects(body['tools']).flatMap((tool) => objects(tool['functionDeclarations']));
  const settings = objectOr(body['generationConfig']);
  const system = objects(objectOr(body['systemInstruction'])['parts']);
  return {
    model: decodeURIComponent(model),
    system: system.length === 0 ? null : system.map(({ text }) => stringOr(text, '')).join('\n'),
    messages: nameResults(contents.flatMap(readContent)),
    tool_schemas: declared.map((tool) => ({
      name: stringOr(tool['name'], ''),
      description: stringOr(tool['description'], ''),
      schema: objectOr(tool['parametersJsonSchema'] ?? tool['parameters_json_schema'] ?? tool['parameters']),
    })),
    stream: action === 'streamGenerateContent',
    temperature: numberOrNull(settings['temperature']),
    seed: numberOrNull(settings['seed']),
    parallel: true,
  };
}

function checkContent({ role, parts }: JsonObject, at: number): void {
  if (!['user', 'model', 'function', undefined].includes(role as string | undefined))
    throw new Refusal(400, 'Please use a valid role: user, model.');
  if (objects(parts).length === 0)
    throw new Refusal(400, `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`);
  for (const part of objects(parts))
    for (const name of Object.keys(part))
      if (!PARTS.has(name))
        throw new Refusal(
          400,
          `Invalid JSON payload received. Unknown name "${name}" at 'contents[${at}].parts[0]': Cannot find field.`,
        );
}

const PARTS = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
]);

function readContent({ role, parts }: JsonObject): readonly ScriptMessage[] {
  const all = objects(parts);
  const text = all
    .filter(({ thought }) => thought !== true)
    .map((part) => stringOr(part['text'], ''))
    .join('');
  if (role === 'model') {
    const calls = all
      .filter((part) => part['functionCall'] !== undefined)
      .map((part) => {
        const { id, name, args } = objectOr(part['functionCall']);
        return { id: stringOrNull(id), name: stringOr(name, ''), arguments: objectOr(args) };
      });
    return [{ ...userMessage(text), role: 'assistant', calls }];
  }
  const results = all
    .filter((part) => part['functionResponse'] !== undefined)
    .map((part): ScriptMessage => {
      const { id, name, response } = objectOr(part['functionResponse']);
      const fields = objectOr(response);
      const inner = fields['error'] ?? fields['result'] ?? fields['output'] ?? fields;
      return {
        ...userMessage(typeof inner === 'string' ? inner : JSON.stringify(inner)),
        role: 'tool',
        call_id: stringOrNull(id),
        tool_name: stringOrNull(name),
        is_error: fields['error'] !== undefined,
      };
    });
  return [...results, ...(text === '' && results.length > 0 ? [] : [userMessage(text)])];
}

function envelope(reply: Reply): JsonObject {
  return { modelVersion: reply.model, responseId: reply.id('', 22) };
}

/** @param ends whether the last piece says why the answer is over */
function streamPieces(reply: Reply, ends: boolean): readonly string[] {
  const all = streamedParts(reply);
  return all.map((part, index) => {
    const last = ends && index === all.length - 1;
    const { promptTokenCount = 0 } = usage(reply);
    const counts = last ? usage(reply) : { promptTokenCount, totalTokenCount: promptTokenCount };
    return dataFrame({ ...envelope(reply), candidates: [candidate(reply, [part], last)], usageMetadata: counts });
  });
}

function candidate({ finish }: Reply, content: readonly JsonObject[], last: boolean): JsonObject {
  const reason = { stop: 'STOP', tool_calls: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[finish];
  return { content: { parts: content, role: 'model' }, ...(last ? { finishReason: reason } : {}), index: 0 };
}

function parts(reply: Reply): readonly JsonObject[] {
  return [
    ...(reply.reasoning === '' ? [] : [{ text: reply.reasoning, thought: true }]),
    ...(reply.text === '' ? [] : [{ text: reply.text }]),
    ...calls(reply),
  ];
}

function streamedParts(reply: Reply): readonly JsonObject[] {
  const all = [
    ...pieces(reply.reasoning).map((text) => ({ text, thought: true })),
    ...pieces(reply.text).map((text) => ({ text })),
    ...calls(reply),
  ];
  return all.length === 0 ? [{ text: '' }] : all;
}

/** Gemini sends objects only: what is no JSON comes as a text of it. */
function calls(reply: Reply): readonly JsonObject[] {
  return reply.calls.map(({ id, name, parsed, raw }) => ({
    functionCall: { id, name, args: parsed ?? { invalid: raw } },
    thoughtSignature: 'c2NyaXB0ZWQtc2lnbmF0dXJl',
  }));
}

/** Thoughts are counted beside the candidates. */
function usage({ usage: counts }: Reply): { readonly [name: string]: number } {
  return {
    promptTokenCount: counts.input,
    candidatesTokenCount: Math.max(0, counts.output - counts.reasoning),
    totalTokenCount: counts.input + counts.output,
    ...(counts.cache_read === 0 ? {} : { cachedContentTokenCount: counts.cache_read }),
    ...(counts.reasoning === 0 ? {} : { thoughtsTokenCount: counts.reasoning }),
  };
}
