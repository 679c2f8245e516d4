import { canonicalJson, isJsonList, isJsonObject, type Json } from '#common/json.ts';

/** Merges a value that both sides write. Values of the wrong type stay, so that a schema can refuse them. */
export type Merge = (own: Json, given: Json) => Json;

/** The own value, whatever is given. */
export const ours: Merge = (own) => own;

/** The entries of both lists, the given ones first, each once. */
export const united: Merge = (own, given) => {
  if (!isJsonList(own) || !isJsonList(given)) return own;
  return [...new Map([...given, ...own].map((item) => [canonicalJson(item), item])).values()];
};

/** Mappings at every depth, key by key. */
export const deeply: Merge = (own, given) => keyByKey({}, deeply)(own, given);

/** Mappings key by key: a key that both write is merged by `merges`, or else by `other`, which keeps the own value by default. */
export function keyByKey(merges: Readonly<Record<string, Merge>> = {}, other: Merge = ours): Merge {
  const known = new Map(Object.entries(merges));
  return (own, given) => {
    if (!isJsonObject(own) || !isJsonObject(given)) return own;
    const onBoth = Object.entries(own).flatMap(([key, value]) =>
      Object.hasOwn(given, key) ? [[key, (known.get(key) ?? other)(value, given[key] ?? null)] as const] : [],
    );
    return { ...given, ...own, ...Object.fromEntries(onBoth) };
  };
}
