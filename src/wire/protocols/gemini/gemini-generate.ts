import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { gemini, geminiUsage } from '#trials/messages/gemini.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { eventsOf, objectOf, withModel } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';
import { streamedParts } from './streamed-parts.ts';

/**
 * `generateContent` and `streamGenerateContent`. The path names the model, and says whether the answer streams; a stream without
 * `alt=sse` is one JSON list.
 */
export const geminiGenerate = endpointFormat({
  inCommonNames(body, path) {
    const { contents, systemInstruction, system_instruction, tools, generationConfig, generation_config, ...rest } =
      body;
    const system = systemInstruction ?? system_instruction;
    return {
      ...rest,
      ...objectOf(generationConfig ?? generation_config),
      model: modelIn(path),
      stream: path.includes(':streamGenerateContent') && /[?&]alt=sse(?:&|$)/.test(path),
      ...(system === undefined ? {} : { system: objectOf(system)['parts'] ?? system }),
      ...(tools === undefined ? {} : { tools: objectsOf(tools).flatMap(declarations) }),
      messages: Array.isArray(contents) ? contents : contents === undefined ? [] : [contents],
    };
  },
  messages: ({ messages }) => eventsOf(gemini, objectsOf(messages)),
  whole: wholeOf,
  answer({ candidates, promptFeedback, modelVersion = null, responseId = null, modelStatus, error }, raw) {
    if (error !== undefined || (!Array.isArray(candidates) && promptFeedback === undefined)) return null;
    const [first, ...others] = objectsOf(candidates);
    const { parts = [] } = objectOf(first?.['content']);
    const mixes = Array.isArray(raw) && builderOf(raw).mixesCalls?.() === true;
    return {
      named: { id: responseId, model: modelVersion },
      events: gemini.read({ role: 'model', parts }) ?? [],
      hides: mixes || others.some(candidateCallsTools),
      ends: objectOf(modelStatus)['retirementTime'],
    };
  },
  usage({ usageMetadata, modelVersion }) {
    const read = geminiUsage(usageMetadata);
    return read && withModel(read, stringOrNull(modelVersion));
  },
  builder: generatedBody,
});

/** `models/NAME:action` and `tunedModels/NAME:action`: the name as people write it. */
export function modelIn(path: string): string | null {
  const [, kind, name] = /\/(models|tunedModels)\/([^/:?]+)/.exec(path) ?? [];
  if (name === undefined) return null;
  return kind === 'models' ? name : `${kind}/${name}`;
}

function declarations(tool: JsonObject): readonly Json[] {
  const { functionDeclarations, function_declarations, ...others } = tool;
  const own = functionDeclarations ?? function_declarations;
  return [
    ...(Array.isArray(own) ? own : []),
    ...Object.entries(others).map(([type, value]) => ({ type, given: value })),
  ];
}

function wholeOf(body: Json): Json {
  if (!Array.isArray(body)) return body;
  const pieces = objectsOf(body);
  if (pieces.some(({ error }) => error !== undefined)) return pieces.find(({ error }) => error !== undefined) ?? {};
  const builder = builderOf(body);
  return builder.state() === 'open' ? {} : builder.body();
}

function builderOf(list: Json): BodyBuilder {
  const builder = generatedBody();
  for (const piece of objectsOf(list)) builder.take(piece, null);
  return builder;
}

/** Combines the pieces of an answer. Each brings further parts; each count stands for the answer so far, so the last one holds. */
function generatedBody(): BodyBuilder {
  const parts = streamedParts();
  let rest: JsonObject = {};
  let candidate: JsonObject = {};
  let hides = false;
  return {
    take(piece) {
      const { candidates, ...others } = piece;
      const { usageMetadata } = rest;
      rest = { ...rest, ...others };
      // A closing piece that says that nothing was used takes nothing back.
      if (usageMetadata !== undefined && !hasCounts(rest['usageMetadata'])) rest = { ...rest, usageMetadata };
      const [first, ...alternatives] = objectsOf(candidates);
      if (first === undefined) return;
      // Candidates after the first one may come alone.
      const isFirst = (first['index'] ?? 0) === 0;
      hides ||= (isFirst ? alternatives : [first, ...alternatives]).some(candidateCallsTools);
      if (!isFirst) return;
      const { content, ...fields } = first;
      candidate = { ...candidate, ...fields };
      parts.take(objectOf(content)['parts']);
    },
    body: () => ({ ...rest, candidates: [{ ...candidate, content: { role: 'model', parts: parts.all() } }] }),
    state() {
      const isBlocked = objectOf(rest['promptFeedback'])['blockReason'] !== undefined;
      if (typeof candidate['finishReason'] !== 'string' && !isBlocked) return 'open';
      return isJsonObject(rest['usageMetadata']) ? 'ended' : 'whole';
    },
    mixesCalls: () => hides || parts.areMixed(),
  };
}

/** Whether a candidate, or a piece of one, requests tools. */
function candidateCallsTools({ content }: JsonObject): boolean {
  return objectsOf(objectOf(content)['parts']).some((part) =>
    isJsonObject(part['functionCall'] ?? part['function_call'] ?? null),
  );
}

function hasCounts(usage: Json | undefined): boolean {
  return Object.values(objectOf(usage)).some((count) => Number(count) > 0);
}
