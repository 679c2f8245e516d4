/**
 * A maximum matching between two numbered sets: as many pairs as possible, every number in at most one. Of all
 * maximum matchings it is the first position by position: left 0 has the earliest right number it can have without
 * costing a pair (none only if every choice would cost one), then left 1, and so on. So calls stay with their own
 * position wherever that is free.
 *
 * Augmenting paths (Berge 1957, Kuhn 1955), then one pass that settles each left number as early as the size allows.
 * `compatible` is asked once for every pair.
 *
 * @param left how many numbers 0, 1, … the left set has; `right` likewise
 * @returns for each left number its right number, or −1
 */
export function maximumMatching(
  left: number,
  right: number,
  compatible: (left: number, right: number) => boolean,
): number[] {
  const partners = indices(left).map((l) => indices(right).filter((r) => compatible(l, r)));
  const matching: Matching = { partners, rightOf: new Array(left).fill(NONE), leftOf: new Array(right).fill(NONE) };
  for (const l of indices(left)) augment(matching, l, new Set());
  const settled = new Set<number>();
  for (const l of indices(left)) settle(matching, l, settled);
  return matching.rightOf;
}

const NONE = -1;

interface Matching {
  /** Compatible right numbers of each left number, ascending. */
  readonly partners: readonly (readonly number[])[];
  readonly rightOf: number[];
  readonly leftOf: number[];
}

function indices(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/**
 * Gives `l` a partner outside `taken`, moving others if it must; says whether that worked. Rights tried in vain join
 * `taken`.
 */
function augment(matching: Matching, l: number, taken: Set<number>): boolean {
  const candidates = (matching.partners[l] ?? []).filter((r) => !taken.has(r));
  const free = candidates.find((r) => matching.leftOf[r] === NONE);
  if (free !== undefined) return pair(matching, l, free);
  for (const r of candidates) {
    if (taken.has(r)) continue;
    taken.add(r);
    if (augment(matching, matching.leftOf[r] ?? NONE, taken)) return pair(matching, l, r);
  }
  return false;
}

function pair({ rightOf, leftOf }: Matching, l: number, r: number): true {
  rightOf[l] = r;
  leftOf[r] = l;
  return true;
}

/** Gives `l` its final partner. */
function settle(matching: Matching, l: number, settled: Set<number>): void {
  const current = matching.rightOf[l];
  for (const r of matching.partners[l] ?? []) {
    if (r === current || (!settled.has(r) && moveTo(matching, l, r, settled))) {
      settled.add(r);
      return;
    }
  }
}

/**
 * Pairs `l` with `r` if the matching can stay as large without touching settled pairs; else leaves everything as it
 * was.
 */
function moveTo(matching: Matching, l: number, r: number, settled: ReadonlySet<number>): boolean {
  const { rightOf, leftOf } = matching;
  const current = rightOf[l] ?? NONE;
  const holder = leftOf[r] ?? NONE;
  if (current !== NONE) leftOf[current] = NONE;
  if (holder !== NONE) rightOf[holder] = NONE;
  pair(matching, l, r);
  if (current === NONE || holder === NONE) return true;
  const taken = new Set(settled).add(r);
  if (rightOf.some((of, other) => of === NONE && augment(matching, other, taken))) return true;
  pair(matching, holder, r);
  pair(matching, l, current);
  return false;
}
