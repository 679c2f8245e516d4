import { isJsonObject, type Json } from './json.ts';

/** Deeper than any honest message, and less than results files may have, so that recursive functions don't run out of stack. */
const MAX_DEPTH = 90;

/** The value, or a copy in which everything too deep is a text that says so. */
export function cutDepth(value: Json): Json {
  return isDeeper(value, MAX_DEPTH) ? cutValue(value, MAX_DEPTH) : value;
}

/** Whether lists and mappings are nested more deeply than this. */
export function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner: Json) => isDeeper(inner, levels - 1));
}

function cutValue(value: Json, levels: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '(nested too deeply)';
  if (!isJsonObject(value)) return value.map((inner: Json) => cutValue(inner, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutValue(inner, levels - 1)]));
}
