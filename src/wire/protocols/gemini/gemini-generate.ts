import { cutDepth } from '#common/cut-depth.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { gemini, geminiUsage } from '#trials/messages/gemini.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { eventsOf, knownCalls, objectOf, wireAnswer, wireRequest, withModel } from '../format/read-body.ts';
import { type BodyBuilder, streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { candidateCallsTools, generatedBody } from './gemini-generate-stream.ts';

/**
 * `generateContent` and `streamGenerateContent`. The path names the model, and says whether the answer streams; a stream without
 * `alt=sse` is one JSON list.
 */
export const geminiGenerate: WireFormat = {
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
  readRequest: (body, retryCount) =>
    wireRequest(body, retryCount, ({ messages }) => eventsOf(gemini, objectsOf(messages))),
  readAnswer(raw) {
    const body = objectOf(cutDepth(wholeOf(raw)));
    const { candidates, promptFeedback, modelVersion, responseId } = body;
    if (body['error'] !== undefined || (!Array.isArray(candidates) && promptFeedback === undefined)) return null;
    const [first, ...others] = objectsOf(candidates);
    const content = objectOf(first?.['content']);
    const events = gemini.read({ role: 'model', parts: content['parts'] ?? [] }) ?? [];
    const answer = wireAnswer({ id: responseId ?? null, model: modelVersion ?? null }, events, readUsage(body));
    const mixes = Array.isArray(raw) && builderOf(raw).mixesCalls?.() === true;
    return knownCalls(answer, false, mixes || others.some(candidateCallsTools));
  },
  readUsage: (body) => readUsage(wholeOf(body)),
  stream: () => streamReader(generatedBody(), geminiGenerate),
};

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

function readUsage(body: Json): Usage | null {
  const { usageMetadata, modelVersion } = objectOf(body);
  const read = geminiUsage(usageMetadata);
  return read === null ? null : withModel(read, stringOrNull(modelVersion));
}
