import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { DialectOptions } from './dialect.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, placeIfGiven } from './placed.ts';
import { refuseUnread } from './unread-fields.ts';

/** A foreign format's names for the two parts of a tool call. */
export interface CallKeys {
  readonly name: string;
  readonly args: string;
}

/**
 * One expected call. Arguments are compared exactly unless the dialect's option `args` says otherwise; a call without arguments
 * (absent or `null`) is compared by name, while `{}` demands a call without any. Arguments written as JSON text, as in model
 * APIs, are parsed.
 */
export function readCall(call: Fields, keys: CallKeys, options: DialectOptions): DraftObject {
  const name = placeIfGiven(call.requiredText(keys.name), call.at(keys.name));
  const args = placeIfGiven(readArguments(call, keys.args), call.at(keys.args));
  refuseUnread(call, [keys.name, keys.args]);
  return { name, args, args_match: args === undefined ? undefined : (options.args ?? 'exact') };
}

function readArguments(call: Fields, key: string) {
  const value = call.raw(key);
  if (typeof value !== 'string') return call.object(key);
  const parsed = parseJsonObject(value);
  if (parsed === null) {
    const message = 'expected a mapping of arguments, or a mapping as JSON text; found another text';
    call.problems.push({ severity: 'error', path: call.at(key), message });
  }
  return parsed;
}

/** The object in a JSON text; `null` if the text is no JSON or something else. */
function parseJsonObject(text: string): JsonObject | null {
  const value = jsonOrUndefined(text);
  return isJsonObject(value) ? value : null;
}
