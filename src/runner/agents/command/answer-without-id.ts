import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import type { ResultFields } from '../result/result-fields.ts';
import { parseAgentLine } from '../turn/protocol.ts';

/**
 * The fields of an answer without an id: a one-shot program answers only one turn, and one that gets its input as an argument
 * can't know the id. The whole output may be the answer, on one line or several, or its last line. `null` if neither is an
 * object with `output`, `messages` or `tool_calls`: then the output is text.
 */
export function answerWithoutId(output: string): ResultFields | null {
  const lastLine = output.slice(output.lastIndexOf('\n') + 1);
  for (const text of [output, lastLine]) {
    const value = text.trimStart().startsWith('{') ? jsonOrUndefined(text) : undefined;
    if (!isJsonObject(value) || !looksLikeAnswer(value)) continue;
    const line = parseAgentLine(jsonText({ ...value, id: 'it' }), () => true);
    if (line.kind === 'result') return line.fields;
  }
  return null;
}

function looksLikeAnswer(value: JsonObject): boolean {
  if ('id' in value || 'type' in value) return false;
  return 'output' in value || Array.isArray(value['messages']) || Array.isArray(value['tool_calls']);
}
