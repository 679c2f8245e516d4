import { given, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { objectsOf, stringOrNull } from './content-text.ts';
import type { MessageEvent, MessageShape, RequestedCall } from './message-shape.ts';
import { readUsage } from './read-usage.ts';

/**
 * Contents of the Gemini API: `{role: user | model | function, parts}`, where a part is `text`, `functionCall`,
 * `functionResponse`, code that the provider runs, and so on. Python's client writes the same names in snake_case.
 * Whole bodies (`candidates`) and the events of Google's Agent Development Kit (`content: {role, parts}`) bring their counts.
 */
export const gemini: MessageShape = {
  name: 'Gemini',
  tells: (message) => Array.isArray(message['candidates']) || objectsOf(contentOf(message)['parts']).some(isOwnPart),
  read(message) {
    const content = contentOf(message);
    if (!Array.isArray(content['parts'])) return null;
    const parts = objectsOf(content['parts']);
    switch (content['role']) {
      case 'model':
        return [modelEvent(parts, geminiUsage(partOf(message, 'usageMetadata'))), ...resultEvents(parts)];
      case 'user':
      case 'function':
      case 'tool':
      case undefined:
        return userEvents(parts);
      case 'system':
        return [{ kind: 'other' }];
      default:
        return null;
    }
  },
};

/**
 * Counts of Gemini's `usageMetadata`: its output is given without the thoughts, its input without what the provider's own tools
 * read. `null` if there is no count.
 */
export function geminiUsage(value: Json | undefined): Usage | null {
  const counts = isJsonObject(value) ? value : {};
  const count = (name: string) => counts[name] ?? counts[snakeCase(name)];
  const sum = (left: Json | undefined, right: Json | undefined) =>
    typeof left === 'number' && typeof right === 'number' ? left + right : (left ?? right);
  const cached = count('cachedContentTokenCount');
  const thoughts = count('thoughtsTokenCount');
  const fields = {
    input_tokens: sum(count('promptTokenCount'), count('toolUsePromptTokenCount')),
    output_tokens: sum(count('candidatesTokenCount') ?? count('responseTokenCount'), thoughts),
    total_tokens: count('totalTokenCount'),
    cache_read_tokens: cached,
    ...(thoughts === undefined ? {} : { output_tokens_details: { reasoning_tokens: thoughts } }),
  };
  return readUsage(given(fields));
}

const OWN_PARTS = ['text', 'functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult', 'inlineData'];

function isOwnPart(part: JsonObject): boolean {
  return OWN_PARTS.some((name) => partOf(part, name) !== undefined);
}

function contentOf(message: JsonObject): JsonObject {
  const [candidate] = objectsOf(message['candidates']);
  const content = (candidate ?? message)['content'];
  return isJsonObject(content) ? content : message;
}

function modelEvent(parts: readonly JsonObject[], usage: Usage | null): MessageEvent {
  return { kind: 'model', text: textOf(parts), calls: parts.flatMap(callsOf), usage, group: null };
}

function callsOf(part: JsonObject): readonly RequestedCall[] {
  const call = partOf(part, 'functionCall');
  if (isJsonObject(call)) {
    const { id, name, args } = call;
    return [{ id: stringOrNull(id), name: stringOrNull(name) ?? '', arguments: isJsonObject(args) ? args : {} }];
  }
  const code = partOf(part, 'executableCode');
  return isJsonObject(code) ? [{ id: stringOrNull(code['id']), name: CODE, arguments: withoutId(code) }] : [];
}

/** The name that Gemini gives its tool. */
const CODE = 'code_execution';

function userEvents(parts: readonly JsonObject[]): readonly MessageEvent[] {
  const results = resultEvents(parts);
  // The agent's own loop adds text next to results; it is no turn of the user.
  return results.length > 0 ? results : [{ kind: 'user', text: textOf(parts) }];
}

function resultEvents(parts: readonly JsonObject[]): readonly MessageEvent[] {
  return parts.flatMap((part): readonly MessageEvent[] => {
    const answered = partOf(part, 'functionResponse');
    if (isJsonObject(answered)) {
      const { id, name, response } = answered;
      return [{ kind: 'result', call_id: stringOrNull(id), name: stringOrNull(name), ...resultOf(response) }];
    }
    const run = partOf(part, 'codeExecutionResult');
    if (!isJsonObject(run)) return [];
    const ok = run['outcome'] === 'OUTCOME_OK';
    return [
      {
        kind: 'result',
        call_id: stringOrNull(run['id']),
        name: CODE,
        status: ok ? 'ok' : 'error',
        result: run['output'] ?? null,
      },
    ];
  });
}

/** Clients wrap what a function returned: `{result}`, `{output}`, or `{error}` when it failed. */
function resultOf(response: Json | undefined): { readonly status: 'ok' | 'error'; readonly result: Json } {
  if (!isJsonObject(response)) return { status: 'ok', result: response ?? null };
  const [name, ...others] = Object.keys(response);
  if (response['error'] !== undefined && response['error'] !== null)
    return { status: 'error', result: others.length === 0 ? response['error'] : response };
  const isWrapped = others.length === 0 && (name === 'result' || name === 'output');
  return { status: 'ok', result: isWrapped ? (response[name] ?? null) : response };
}

function textOf(parts: readonly JsonObject[]): string {
  return parts.flatMap((part) => (part['thought'] === true ? [] : (stringOrNull(part['text']) ?? []))).join('');
}

function partOf(part: JsonObject, name: string): Json | undefined {
  return part[name] ?? part[snakeCase(name)];
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function withoutId({ id: _, ...rest }: JsonObject): JsonObject {
  return rest;
}
