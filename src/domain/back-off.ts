/**
 * Milliseconds before the next try when nobody tells: doubling from half a second up to a most, and between half of that and all of it, so
 * that callers refused together do not come back together.
 *
 * @param failed tries so far, from 1
 * @param random 0 to 1
 * @param longest the most, in milliseconds
 */
export function backOffMs(failed: number, random: number, longest: number): number {
  const full = Math.min(FIRST_MS * 2 ** (failed - 1), longest);
  return full / 2 + (random * full) / 2;
}

const FIRST_MS = 500;
