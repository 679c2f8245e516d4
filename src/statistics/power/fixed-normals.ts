import { seededRandom } from '../seeded-random.ts';

/** Plays of a plan: their share of reds is within 1.3 points of the limit, nine times out of ten within 2.1. */
const PLAYS = 1000;

/** One for main's error, one for cases with trials of their own, and one for every look and stage. */
const NUMBERS = 12;

let drawn: readonly (readonly number[])[] | null = null;

/** Vectors of independent standard normal numbers, always the same ones: equal plans are equally good (Box & Muller 1958). */
export function fixedNormals(): readonly (readonly number[])[] {
  drawn ??= draw();
  return drawn;
}

function draw(): readonly (readonly number[])[] {
  const random = seededRandom(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const plays: number[][] = [];
  while (plays.length < PLAYS) {
    const numbers: number[] = [];
    while (numbers.length < NUMBERS) numbers.push(normal());
    plays.push(
      numbers,
      numbers.map((z) => -z),
    );
  }
  return plays;
}
