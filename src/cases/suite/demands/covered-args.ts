import { matchers } from '#cases/matching/matchers/registry.ts';
import { canonicalJson, isJsonList, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { ExpectedCall } from '../expectation.ts';

/** Arguments and how to compare them. */
type ComparedArgs = Pick<ExpectedCall, 'args_match'> & { readonly args: JsonObject };

/**
 * Whether every call that matches the later arguments matches the earlier ones too, as far as their form shows: further keys if
 * both are `includes`, and `exact` instead of `includes`.
 */
export function coversArgs(before: ComparedArgs, after: ComparedArgs): boolean {
  if (before.args_match === 'ignore') return true;
  if (after.args_match === 'ignore') return false;
  if (before.args_match === 'exact')
    return after.args_match === 'exact' && canonicalJson(before.args) === canonicalJson(after.args);
  // A negation excludes fewer values if it must be equal.
  if (after.args_match === 'exact' && hasDenial(before.args)) return false;
  return holdsKeysOf(before.args, after.args);
}

function holdsKeysOf(before: JsonObject, after: JsonObject): boolean {
  return Object.entries(before).every(([key, value]) => Object.hasOwn(after, key) && holds(value, after[key] ?? null));
}

function holds(before: Json, after: Json): boolean {
  if (isJsonList(before) && isJsonList(after))
    return before.length === after.length && before.every((item, i) => holds(item, after[i] ?? null));
  if (isPlain(before) && isPlain(after)) return holdsKeysOf(before, after);
  return canonicalJson(before) === canonicalJson(after);
}

/** Only equal matchers are known to accept the same values. */
function isPlain(value: Json): value is JsonObject {
  return isJsonObject(value) && !Object.keys(value).some((key) => matchers.has(key));
}

function hasDenial(value: Json): boolean {
  if (isJsonList(value)) return value.some(hasDenial);
  return isJsonObject(value) && Object.entries(value).some(([key, inner]) => key === '$not' || hasDenial(inner));
}
