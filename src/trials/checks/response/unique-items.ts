import type { Schema } from '@cfworker/json-schema';
import { visitSchemas } from '#cases/matching/visit-schemas.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** How many comparisons the validator may make itself. */
const FEW = 1_000_000;

/** With more steps (lists of the answer × those with equal items) `uniqueItems` are not judged. */
const MAX_STEPS = 10_000_000;

/**
 * Takes `uniqueItems` out of a schema where the answer has long lists, because the validator compares each item with each: a list
 * then must not be one of those of the answer that hold equal items. Changes `schema` in place.
 *
 * @returns whether anything was taken out
 * @throws Error if the answer has too many lists
 */
export function makeUniqueLinear(schema: Schema & JsonObject, answer: Json): boolean {
  const lists = listsOf(answer);
  if (lists.reduce((sum, { length }) => sum + length ** 2, 0) <= FEW) return false;
  const doubled = new Map<string, readonly Json[]>();
  for (const list of lists)
    if (list.length > 1 && new Set(list.map((item) => canonicalJson(item))).size < list.length)
      doubled.set(canonicalJson(list), list);
  if (lists.length * doubled.size > MAX_STEPS) throw new Error('the answer has too many lists for uniqueItems');
  let isFound = false;
  visitSchemas(schema, (schema: Schema & JsonObject) => {
    if (schema.uniqueItems !== true) return;
    isFound = true;
    delete schema.uniqueItems;
    if (doubled.size > 0) schema.allOf = [...(schema.allOf ?? []), { not: { enum: [...doubled.values()] } }];
  });
  return isFound;
}

/** Where {@link makeUniqueLinear} puts its part. */
export const UNIQUE_ITEMS = /allOf\/\d+\/not$/;

function listsOf(value: Json): readonly (readonly Json[])[] {
  const lists: (readonly Json[])[] = [];
  const rest: Json[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (Array.isArray(next)) {
      lists.push(next);
      for (const item of next) rest.push(item);
    } else if (isJsonObject(next)) for (const item of Object.values(next)) rest.push(item);
  }
  return lists;
}
