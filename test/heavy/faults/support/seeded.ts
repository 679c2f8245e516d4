/** Numbers from 0 to 1 (exclusive) that a seed determines; what a test tries at random, it can try again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Seed of a whole file of tests: `FAULT_SEED` repeats what an earlier run tried. */
export const SEED = Number(process.env['FAULT_SEED'] ?? 17);
