import { canonicalJson, isJsonList, isJsonObject, type Json, type JsonObject } from './json.ts';

/** A value that two documents do not share; `undefined`: one of them has none. */
export interface JsonDifference {
  /** Its keys, with dots between. */
  readonly place: string;
  readonly left: Json | undefined;
  readonly right: Json | undefined;
}

/**
 * Where two values differ, as deep as both have keys.
 *
 * @param into whether to go into lists too, or to take each as one value
 */
export function jsonDifferences(
  left: Json | undefined,
  right: Json | undefined,
  into: 'objects' | 'lists',
  place = '',
): readonly JsonDifference[] {
  const hasKeys = (value: Json | undefined): value is JsonObject =>
    isJsonObject(value) || (into === 'lists' && isJsonList(value));
  if (!hasKeys(left) || !hasKeys(right)) return textOf(left) === textOf(right) ? [] : [{ place, left, right }];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    jsonDifferences(ownValue(left, key), ownValue(right, key), into, place === '' ? key : `${place}.${key}`),
  );
}

/** What an object has by itself, not by its prototype. */
export function ownValue<Value>(object: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : canonicalJson(value);
}
