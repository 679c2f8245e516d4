/** Upper bounds on a case's data in the results: a larger results file can't be read as a baseline. */
export const CASE_CAPS = { name: 1000, tags: 200, nesting: 40 } as const;

/** True if a value has at most so many nested mappings and lists. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item: unknown) => isNestedWithin(item, levels - 1));
}
