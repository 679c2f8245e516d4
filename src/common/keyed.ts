/** The keys of a table that is written in code, in its order. For data the type would promise too much. */
export function keysOf<Key extends string>(table: { readonly [K in Key]: unknown }): readonly Key[];
export function keysOf(table: object): readonly string[] {
  return Object.keys(table);
}

/**
 * A table with a value for each key, in their order.
 *
 * @param keys all keys of the table
 */
export function keyed<Table extends object>(
  keys: readonly (keyof Table)[],
  value: <Key extends keyof Table>(key: Key) => Table[Key],
): Table {
  const table: Partial<Table> = {};
  for (const key of keys) table[key] = value(key);
  return table as Table;
}
