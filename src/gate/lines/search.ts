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
    const [outcomes] = (await oracle.ask({ undone: version, count: BATCH })) ?? [];
    if (outcomes === undefined) return null;
    if (outcomes.includes(null)) cuts.delete(cut);
    for (const passed of outcomes.filter((outcome) => outcome !== null)) {
      const ratio = Math.exp(evidenceFor(passed, rates));
      const shares = belief.map((share, place) => (place <= cut ? share * ratio : share));
      belief = shares.map((share) => share / sum(shares));
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
  const gap = (cut: number) => Math.abs(sum(belief.slice(0, cut + 1)) - 0.5);
  return [...cuts].reduce((best, cut) => (gap(cut) < gap(best) ? cut : best));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
