import { distance } from 'fastest-levenshtein';

/**
 * The known name that was probably meant: the one with the fewest typos (a letter too many, missing or wrong, or all of them in
 * another order), at most one typo per three letters. `null` if none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let nearest: string | null = null;
  let fewest = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const slips = typos(name.toLowerCase(), candidate.toLowerCase());
    if (slips < fewest) {
      fewest = slips;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Letters in another order are one typo. */
function typos(left: string, right: string): number {
  return left !== right && sortLetters(left) === sortLetters(right) ? 1 : distance(left, right);
}

function sortLetters(name: string): string {
  return [...name].sort().join('');
}
