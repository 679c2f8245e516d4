import type { CountedOracle, Parts } from './oracle.ts';
import { evidenceFor, type SearchRates } from './rates.ts';

/** So likely has a part to be before it is verified. */
const ENOUGH = 0.9;

/** Trials of a version before the search looks again: fewer build more versions, more cost trials. */
const BATCH = 2;

/**
 * Searches the part that ends the shortest beginning of a list whose undoing mends, by noisy bisection: what is known is a share of
 * belief for each part, and no answer is final, so that errors heal. A version that does not load is struck out, and what it
 * would have divided stays one group.
 *
 * @param order the parts, the likeliest kinds first
 * @param undone parts that are undone already
 * @returns the part, or a group that does not come apart; `null`: the trials are used up
 */
export async function searchPart(
  oracle: CountedOracle,
  order: readonly number[],
  undone: readonly number[],
  rates: SearchRates,
): Promise<readonly number[] | null> {
  let belief = order.map(() => 1 / order.length);
  const cuts = new Set(order.slice(0, -1).keys());
  for (;;) {
    const groups = groupsOf(order.length, cuts);
    const masses = groups.map((places) => sum(places.map((place) => belief[place] ?? 0)));
    const best = masses.indexOf(Math.max(...masses));
    if ((masses[best] ?? 1) >= ENOUGH || groups.length === 1)
      return (groups[best] ?? []).flatMap((place) => order[place] ?? []);
    const cut = middleCut(belief, cuts);
    const version: Parts = new Set([...undone, ...order.slice(0, cut + 1)]);
    const answers = await oracle.ask(Array.from({ length: BATCH }, () => version));
    if (answers === null) return null;
    if (answers.includes(null)) cuts.delete(cut);
    for (const passed of answers.filter((answer) => answer !== null)) {
      const ratio = Math.exp(evidenceFor(passed, rates));
      belief = normal(belief.map((share, place) => (place <= cut ? share * ratio : share)));
    }
  }
}

/** Places between two cuts. */
function groupsOf(length: number, cuts: ReadonlySet<number>): readonly (readonly number[])[] {
  const groups: number[][] = [[]];
  for (let place = 0; place < length; place += 1) {
    groups.at(-1)?.push(place);
    if (cuts.has(place) && place < length - 1) groups.push([]);
  }
  return groups;
}

/** The cut whose beginning holds nearest to half of the belief. */
function middleCut(belief: readonly number[], cuts: ReadonlySet<number>): number {
  let before = 0;
  let best = { cut: 0, gap: Number.POSITIVE_INFINITY };
  for (const [place, share] of belief.entries()) {
    before += share;
    const gap = Math.abs(before - 0.5);
    if (cuts.has(place) && gap < best.gap) best = { cut: place, gap };
  }
  return best.cut;
}

function normal(belief: readonly number[]): number[] {
  const all = sum(belief);
  return belief.map((share) => share / all);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
