/** The length of the longest sequence that both contain in order, with gaps: Hyyrö's bit-parallel algorithm (2004). */
export function commonLength(one: readonly string[], other: readonly string[]): number {
  const [pattern, text] = one.length <= other.length ? [one, other] : [other, one];
  const places = placesOf(pattern);
  const all = (1n << BigInt(pattern.length)) - 1n;
  let open = all;
  for (const item of text) {
    const same = open & (places.get(item) ?? 0n);
    open = ((open + same) | (open - same)) & all;
  }
  return ones(all & ~open);
}

/** Bit i is set for the item at place i. */
function placesOf(pattern: readonly string[]): ReadonlyMap<string, bigint> {
  const places = new Map<string, bigint>();
  for (const [at, item] of pattern.entries()) places.set(item, (places.get(item) ?? 0n) | (1n << BigInt(at)));
  return places;
}

function ones(bits: bigint): number {
  return bits.toString(2).replaceAll('0', '').length;
}
