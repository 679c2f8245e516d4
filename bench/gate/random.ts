import { seededRandom } from '#statistics/seeded-random.ts';

/** Numbers drawn in an order that the seed fixes. */
export interface Random {
  /** Uniform, [0, 1). */
  readonly uniform: () => number;
  /** Standard normal (Box & Muller 1958). */
  readonly normal: () => number;
}

/** The generator of one cell. */
export function randomOf(seed: number): Random {
  const uniform = seededRandom(seed);
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}
