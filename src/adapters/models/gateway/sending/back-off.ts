/**
 * Milliseconds before the next try when nobody tells: doubling from half a second up to 30 s, and between half of that
 * and all of it, so that callers refused together do not come back together.
 * @param failed tries so far, from 1
 * @param random 0 to 1
 */
export function backOffMs(failed: number, random: number): number {
  const full = Math.min(FIRST_MS * 2 ** (failed - 1), LONGEST_MS);
  return full * (0.5 + 0.5 * random);
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
