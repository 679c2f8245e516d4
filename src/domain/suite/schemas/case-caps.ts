/** Upper bounds on what of a case goes to the results: a results file that holds more can't be read as a baseline. */
export const CASE_CAPS = { name: 1000, tags: 200, nesting: 40 } as const;

/** True when a value has at most so many mappings and lists within one another. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item: unknown) => isNestedWithin(item, levels - 1));
}
