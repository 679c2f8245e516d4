/** Cases by name: `a`, `a and b`, `a and 3 more`; all of more than two by their number. */
export function caseNames(ids: readonly string[], all: number): string {
  const [first = '', second] = ids;
  if (ids.length > 2) return ids.length === all ? `all ${ids.length} cases` : `${first} and ${ids.length - 1} more`;
  return second === undefined ? first : `${first} and ${second}`;
}
