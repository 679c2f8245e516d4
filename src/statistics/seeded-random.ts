/**
 * A small deterministic generator of numbers in [0, 1) with 32 random bits each: xoshiro128** (Blackman & Vigna
 * 2018), its state filled by splitmix32. For resampling only: nothing secret, and no verdict, comes from it.
 *
 * @param seed a whole number; only its low 32 bits count
 */
export function seededRandom(seed: number): () => number {
  const next = splitmix32(seed);
  const state = Uint32Array.of(next(), next(), next(), next());
  return () => xoshiro128(state) / 2 ** 32;
}

/** One step of xoshiro128**; changes the state and returns an unsigned 32-bit number. */
export function xoshiro128(state: Uint32Array): number {
  // By index: a destructured array is iterated, which takes ten times as long.
  const s0 = state[0] ?? 0;
  const s1 = state[1] ?? 0;
  const s2 = state[2] ?? 0;
  const s3 = state[3] ?? 0;
  const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0;
  const t2 = s2 ^ s0;
  const t3 = s3 ^ s1;
  state[0] = s0 ^ t3;
  state[1] = s1 ^ t2;
  state[2] = t2 ^ (s1 << 9);
  state[3] = rotate(t3, 11);
  return result;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}
