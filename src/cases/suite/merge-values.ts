import { canonicalJson, isJsonList, isJsonObject, type Json } from '#common/json.ts';

/** Merges a value that both sides write. Values of the wrong type stay, so that a schema can refuse them. */
export type Merge = (own: Json, base: Json) => Json;

/** The own value, whatever is given. */
export const ours: Merge = (own) => own;

/** The entries of both lists, the given ones first, each once. */
export const unite: Merge = (own, base) => {
  if (!isJsonList(own) || !isJsonList(base)) return own;
  return [...new Map([...base, ...own].map((item) => [canonicalJson(item), item])).values()];
};

/** Mappings at every depth, key by key. */
export const deeply: Merge = (own, base) => keyByKey({}, deeply)(own, base);

/** Mappings key by key: a key that both write is merged by `merges`, or else by `other`, which keeps the own value by default. */
export function keyByKey(merges: Readonly<Record<string, Merge>> = {}, other: Merge = ours): Merge {
  const known = new Map(Object.entries(merges));
  return (own, base) => {
    if (!isJsonObject(own) || !isJsonObject(base)) return own;
    const onBoth = Object.entries(own).flatMap(([key, value]) =>
      Object.hasOwn(base, key) ? [[key, (known.get(key) ?? other)(value, base[key] ?? null)] as const] : [],
    );
    return { ...base, ...own, ...Object.fromEntries(onBoth) };
  };
}
