/**
 * Milliseconds before the next try if the server names none: doubling from half a second up to a maximum, and between half of
 * that and all of it, so that callers refused together do not return together.
 *
 * @param failed tries so far, from 1
 * @param random 0 to 1
 * @param longest the maximum, in milliseconds
 */
export function backOffMs(failed: number, random: number, longest: number): number {
  const full = Math.min(FIRST_MS * 2 ** (failed - 1), longest);
  return full / 2 + (random * full) / 2;
}

const FIRST_MS = 500;
