/**
 * The longest pairing of two numbered sequences that keeps both orders. Of all longest ones it is the
 * lexicographically first: the earliest left number that can take part does, with the earliest right number possible,
 * and so on.
 *
 * Suffix table of Wagner & Fischer 1974; `same` need not be an equality (a pattern may fit many values) and must be
 * pure.
 *
 * @param left how many numbers 0, 1, … the left sequence has; `right` likewise
 * @returns pairs [left, right], both ascending
 */
export function longestCommonSubsequence(
  left: number,
  right: number,
  same: (left: number, right: number) => boolean,
): [number, number][] {
  const longest = suffixLengths(left, right, same);
  const pairs: [number, number][] = [];
  let next = 0;
  for (let l = 0; l < left; l++) {
    const length = longest(l, next);
    for (let r = next; r < right && longest(l, r) === length; r++) {
      if (same(l, r) && 1 + longest(l + 1, r + 1) === length) {
        pairs.push([l, r]);
        next = r + 1;
        break;
      }
    }
  }
  return pairs;
}

/** Length of the longest pairing of what follows (l, r) on both sides. */
function suffixLengths(left: number, right: number, same: (left: number, right: number) => boolean) {
  const width = right + 1;
  const table = new Uint32Array((left + 1) * width);
  const at = (l: number, r: number) => table[l * width + r] ?? 0;
  for (let l = left - 1; l >= 0; l--) {
    for (let r = right - 1; r >= 0; r--) {
      table[l * width + r] = same(l, r) ? 1 + at(l + 1, r + 1) : Math.max(at(l + 1, r), at(l, r + 1));
    }
  }
  return at;
}
