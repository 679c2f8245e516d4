import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** Deeper names are no messages. */
const MAX_PARTS = 16;

/**
 * What flat attributes hold under a prefix: `a.0.b: 1` under `a` is `[{b: 1}]`. Mappings whose keys are numbers are lists in
 * the order of these; `undefined` if there is nothing.
 */
export function nested(attributes: JsonObject, prefix: string): Json | undefined {
  const root: Branch = new Map();
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const parts = key.slice(prefix.length + 1).split('.');
    if (parts.length <= MAX_PARTS) grow(root, parts, value);
  }
  return root.size === 0 ? undefined : toJson(root);
}

type Branch = Map<string, Branch | { readonly value: Json }>;

function grow(root: Branch, parts: readonly string[], value: Json): void {
  let branch = root;
  for (const part of parts.slice(0, -1)) {
    const next = branch.get(part);
    const inner = next instanceof Map ? next : new Map();
    branch.set(part, inner);
    branch = inner;
  }
  branch.set(parts.at(-1) ?? '', { value });
}

function toJson(branch: Branch): Json {
  const entries = [...branch].map(([key, next]): [string, Json] => [
    key,
    next instanceof Map ? toJson(next) : next.value,
  ]);
  if (!entries.every(([key]) => /^\d{1,9}$/.test(key))) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

/** The mappings of a list, each of which may be wrapped in one key: `[{message: {…}}]`. */
export function unwrapList(list: Json | undefined, key: string): readonly JsonObject[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).map((item) => (isJsonObject(item[key]) ? item[key] : item));
}
