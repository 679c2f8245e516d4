/** Cases by name: `a`, `a and b`, `a and 3 more`. */
export function caseNames(ids: readonly string[]): string {
  const [first = '', second] = ids;
  if (ids.length > 2) return `${first} and ${ids.length - 1} more`;
  return second === undefined ? first : `${first} and ${second}`;
}
