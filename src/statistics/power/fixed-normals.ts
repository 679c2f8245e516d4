import { seededRandom } from '../seeded-random.ts';

/** Plays of a plan: their share of reds is within 1.3 points of the limit, nine times out of ten within 2.1. */
const PLAYS = 1000;

/** Of a play: one for main's error, one for cases with trials of their own, and one for every look and stage. */
export const NUMBERS = 12;

let drawn: Float64Array | null = null;

/**
 * Independent standard normal numbers, {@link NUMBERS} for each play, always the same ones: equal plans are equally good (Box & Muller 1958). Every
 * second play has the negatives of the one before.
 */
export function fixedNormals(): Float64Array {
  drawn ??= draw();
  return drawn;
}

function draw(): Float64Array {
  const random = seededRandom(7);
  const numbers = new Float64Array(PLAYS * NUMBERS);
  for (let play = 0; play < numbers.length; play += 2 * NUMBERS)
    for (let at = play; at < play + NUMBERS; at += 1) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      numbers[at] = normal;
      numbers[at + NUMBERS] = -normal;
    }
  return numbers;
}
