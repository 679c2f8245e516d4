import { cutDepth } from '#common/cut-depth.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonText, parseJsonText } from '#common/json-text.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import { requestSegment } from '#trials/trial/request-segment.ts';
import { objectOf } from './format/read-body.ts';

/** Splits bodies of requests into what the model is shown, whatever the provider: settings, system prompt, tools, messages. */
export type Segmenter = (body: JsonObject) => readonly RequestSegment[];

/**
 * Requests repeat one another, so that parts seen before are not hashed again, and are the same objects: a conversation is in
 * memory once, however many requests carry it.
 */
export function createSegmenter(): Segmenter {
  const known = new Map<string, RequestSegment>();
  let characters = 0;

  function segment(kind: RequestSegment['kind'], part: Json, make: () => RequestSegment): RequestSegment {
    const key = `${kind}${jsonText(part)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make();
    characters += key.length + made.text.length;
    if (characters > MOST_REMEMBERED) {
      known.clear();
      characters = key.length + made.text.length;
    }
    known.set(key, made);
    return made;
  }

  return (request) => {
    const { system, instructions, tools, functions, messages, input, ...rest } = objectOf(cutDepth(request));
    const prompt = system ?? instructions;
    const settings = without(rest, NOT_SHOWN);
    return [
      segment('settings', settings, () => requestSegment('settings', '', readable(settings))),
      ...(prompt === undefined || prompt === null
        ? []
        : [segment('system', prompt, () => requestSegment('system', '', contentOf(prompt)))]),
      ...listOf(tools ?? functions).map((tool) => segment('tool', tool, () => toolSegment(tool))),
      ...listOf(messages ?? input).map((message) => segment('message', message, () => messageSegment(message))),
    ];
  };
}

function toolSegment(tool: Json): RequestSegment {
  const { function: inner, name, type } = objectOf(tool);
  const label = stringOrNull(objectOf(inner)['name']) ?? stringOrNull(name) ?? stringOrNull(type) ?? '';
  return requestSegment('tool', label, readable(withoutMarks(tool)));
}

/** A message of the role `system` or `developer` is a system prompt. */
function messageSegment(message: Json): RequestSegment {
  if (!isJsonObject(message)) return requestSegment('message', 'user', contentOf(message));
  const { role, type } = message;
  const label = stringOrNull(role) ?? stringOrNull(type) ?? '';
  const kind = label === 'system' || label === 'developer' ? 'system' : 'message';
  const { role: _, ...fields } = without(message, MARKS);
  const { content: ownContent, parts, type: __, ...others } = fields;
  const content = ownContent ?? parts;
  const onlyContent = content !== undefined && Object.values(others).every((value) => value === null);
  return requestSegment(kind, label, onlyContent ? contentOf(content) : readable(ofMessage(fields)));
}

/** The parts of a message that have ids of their own. */
function ofMessage(message: JsonObject): JsonObject {
  const parts = Object.entries(message).map(([key, value]) => [
    key,
    key === 'content' || key === 'parts' || key === 'tool_calls'
      ? Array.isArray(value)
        ? value.map(withoutMarks)
        : value
      : value,
  ]);
  return Object.fromEntries(parts);
}

/** Text as it is; blocks of nothing but text as that text. */
function contentOf(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return readable(withoutMarks(content));
  const parts = content.map((part: Json) => withoutMarks(part));
  const texts = parts.flatMap((part) => textOf(part) ?? []);
  return texts.length === parts.length ? texts.join('\n') : readable(parts);
}

function textOf(part: Json): string | null {
  if (typeof part === 'string') return part;
  const { type, text, ...others } = objectOf(part);
  const isText = type === undefined || type === 'text' || type === 'input_text' || type === 'output_text';
  return isText && typeof text === 'string' && Object.keys(others).length === 0 ? text : null;
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Gemini's and Bedrock's calls and results have their ids one level deeper. */
function withoutMarks(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const own = Object.entries(without(value, MARKS)).map(([key, inner]): [string, Json] => [
    key,
    HOLDERS.has(key) && isJsonObject(inner) ? without(inner, MARKS) : inner,
  ]);
  return Object.fromEntries(own);
}

function without(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

/** Equal for equal values with keys in any order. */
function readable(value: Json): string {
  return jsonText(parseJsonText(canonicalJson(value)), 2);
}

/** Fields that differ in every request, or say only how the answer is delivered. The model is shown none of them. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'seed',
  'stream',
  'stream_options',
  'user',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
  'previous_response_id',
  'previous_interaction_id',
  'conversation',
  'client_metadata',
]);

/** Fields of messages, blocks and calls that providers draw at random, and marks for their caches. */
const MARKS: ReadonlySet<string> = new Set([
  'id',
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'toolCallId',
  'providerOptions',
  'toolUseId',
  'signature',
  'encrypted_content',
  'thoughtSignature',
  'cache_control',
  'internal_chat_message_metadata_passthrough',
]);

const HOLDERS: ReadonlySet<string> = new Set(['functionCall', 'functionResponse', 'toolUse', 'toolResult']);

/** Characters. */
const MOST_REMEMBERED = 8_000_000;
