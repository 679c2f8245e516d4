/** The items of each key, keys and items in the order of their first appearance: `Map.groupBy`, which Node 20 lacks. */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** How often something of each name occurred, most frequent first. */
export type NameCounts = readonly { readonly name: string; readonly count: number }[];

/** How often each name occurs, most frequent first, those that are as frequent by name. */
export function tally(names: readonly string[]): NameCounts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (left, right) => right.count - left.count || (left.name < right.name ? -1 : 1),
  );
}
