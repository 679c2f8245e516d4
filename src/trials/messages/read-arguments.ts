import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';

/**
 * Arguments of a tool call: an object, the same as JSON text (OpenAI), or nothing (`{}`). Anything else is kept under
 * `unparsed_arguments`: the model did request the tool, with arguments that no tool could read.
 */
export function readArguments(value: Json | undefined): JsonObject {
  if (value === undefined || value === null || value === '') return {};
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return { unparsed_arguments: value };
  const parsed = jsonOrUndefined(value);
  return isJsonObject(parsed) ? parsed : { unparsed_arguments: value };
}
