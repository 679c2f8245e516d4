import { type CountedOracle, evidenceFor, ratesOf, type SearchRates, type SideTally, shareOf } from './oracle.ts';
import { type Control, mendedOf, NO_TRIALS, verifyParts } from './verify.ts';

/** What a search came to. */
export interface FoundLines<Part> {
  /**
   * `named`: the parts broke the case together, and each of them is needed. `open`: undoing these mends or may mend, and no
   * smaller set was shown to. `used_up`: the trials ended before. `not_found`: no set of a few parts mends. `too_close`: both
   * sides pass too alike to be told apart in a few trials.
   */
  readonly outcome: 'named' | 'open' | 'used_up' | 'not_found' | 'too_close';
  readonly parts: readonly Part[];
  /** Fresh trials with the named parts undone, and fresh trials of the change as it is. */
  readonly without: SideTally;
  readonly unchanged: SideTally;
  /** Whether undoing all the rest mends too: another part would do as well. */
  readonly either: boolean;
}

/** What is known of the case before the search: fresh trials of both sides. */
export interface BrokenCase {
  readonly main: SideTally;
  readonly here: SideTally;
}

/** The most parts that are sought together. */
const MOST_TOGETHER = 3;

/** The least difference of the rates that a search can tell in a few trials. */
const LEAST_DIFFERENCE = 0.4;

/** How likely a part must be before it is verified. */
const ENOUGH = 0.9;

/** Trials of a version before the search looks again: fewer build more versions, more cost trials. */
const BATCH = 2;

/**
 * Finds which parts of a change broke a case: a noisy bisection names one, fresh trials verify that the change without it passes
 * and that it does not as it is. A part that does not mend the case alone stays undone, and the next one is searched; each part
 * of a set that mends it is put back once more, so that none is named by accident.
 *
 * @param all parts of the change, the likeliest kinds first
 */
export async function findLines<Part>(
  all: readonly Part[],
  { main, here }: BrokenCase,
  oracle: CountedOracle<Part>,
): Promise<FoundLines<Part>> {
  const rates = ratesOf(main, here);
  const control: Control = { tally: NO_TRIALS };
  const nothing = { parts: [], without: NO_TRIALS, unchanged: NO_TRIALS, either: false };
  if (shareOf(main) - shareOf(here) < LEAST_DIFFERENCE) return { ...nothing, outcome: 'too_close' };
  let parts: readonly Part[] = [];
  const restOf = (some: readonly Part[]) => all.filter((part) => !some.includes(part));
  for (let count = 0; count < MOST_TOGETHER && parts.length < all.length; count += 1) {
    const culprits = await searchPart(oracle, restOf(parts), parts, rates);
    if (culprits === null) return { ...nothing, outcome: 'used_up' };
    parts = [...parts, ...culprits];
    let { mends, without } = await verifyParts(oracle, parts, rates, control);
    // Every smaller set has to fail on fresh trials, also those that were tried before.
    for (const part of mends && parts.length > 1 ? parts : []) {
      const rest = parts.filter((other) => other !== part);
      const smaller = rest.length === 0 ? null : await verifyParts(oracle, rest, rates, control);
      if (smaller?.mends) [parts, without] = [rest, smaller.without];
      else if (smaller?.mends === null) mends = null;
      if (mends === null) break;
    }
    if (mends === null) return { ...nothing, parts, outcome: 'open' };
    if (!mends) continue;
    const others = parts.length === 1 ? restOf(parts) : [];
    const isTold = others.length > 0;
    const [either] = isTold ? await mendedOf([{ rates }], () => oracle.ask({ undone: others, count: 1 })) : [];
    return { outcome: 'named', parts, without, unchanged: control.tally, either: either !== undefined };
  }
  return { ...nothing, outcome: 'not_found' };
}

/** Neighbours that are not told apart, and how likely the culprit is among them. */
interface Group<Part> {
  readonly parts: readonly Part[];
  readonly belief: number;
}

/**
 * Searches, by noisy bisection, the part that ends the shortest beginning of a list whose undoing mends the case: each part has a
 * share of belief, and no answer is final, so that errors heal. Where a version does not load, what it would have divided becomes
 * one group.
 *
 * @param undone parts that are undone already
 * @returns the part, or a group that does not come apart; `null`: the trials are used up
 */
async function searchPart<Part>(
  oracle: CountedOracle<Part>,
  order: readonly Part[],
  undone: readonly Part[],
  rates: SearchRates,
): Promise<readonly Part[] | null> {
  let groups: readonly Group<Part>[] = order.map((part) => ({ parts: [part], belief: 1 / order.length }));
  for (;;) {
    const likeliest = groups.reduce((best, group) => (group.belief > best.belief ? group : best));
    if (likeliest.belief >= ENOUGH || groups.length === 1) return likeliest.parts;
    const cut = middleOf(groups);
    const version = [...undone, ...joinGroups(groups.slice(0, cut)).parts];
    const [outcomes] = (await oracle.ask({ undone: version, count: BATCH })) ?? [];
    if (outcomes === undefined) return null;
    if (outcomes.includes(null)) {
      groups = groups.toSpliced(cut - 1, 2, joinGroups(groups.slice(cut - 1, cut + 1)));
      continue;
    }
    const ratio = Math.exp(evidenceFor(outcomes, rates));
    const weighed = groups.map(({ parts, belief }, at) => ({ parts, belief: at < cut ? belief * ratio : belief }));
    const { belief: total } = joinGroups(weighed);
    groups = weighed.map(({ parts, belief }) => ({ parts, belief: belief / total }));
  }
}

/** How many groups of the beginning hold nearest to half of the belief. */
function middleOf<Part>(groups: readonly Group<Part>[]): number {
  const gap = (cut: number) => Math.abs(joinGroups(groups.slice(0, cut)).belief - 0.5);
  const cuts = [...groups.keys()].slice(1);
  return cuts.reduce((best, cut) => (gap(cut) < gap(best) ? cut : best));
}

function joinGroups<Part>(groups: readonly Group<Part>[]): Group<Part> {
  return {
    parts: groups.flatMap(({ parts }) => parts),
    belief: groups.reduce((sum, { belief }) => sum + belief, 0),
  };
}
