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
