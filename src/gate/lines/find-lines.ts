import { CountedOracle, type Oracle } from './oracle.ts';
import { LEAST_DIFFERENCE, ratesOf, type SideTally, shareOf } from './rates.ts';
import { searchPart } from './search.ts';
import { type Control, verifyParts } from './verify.ts';

/** What a search came to, with the trials that it took and the versions that it built. */
export type FoundLines = (
  | {
      readonly kind: 'named';
      /** Parts that broke the case together; each of them is needed. */
      readonly parts: readonly number[];
      /** Fresh trials with these parts undone, and of the change as it is. */
      readonly without: SideTally;
      readonly here: SideTally;
    }
  /** Undoing these mends or may mend, and no smaller set was shown to. */
  | { readonly kind: 'open'; readonly parts: readonly number[] }
  /** The trials ended before. */
  | { readonly kind: 'used_up' }
  /** No set of a few parts mends. */
  | { readonly kind: 'not_found' }
  /** Both sides pass too alike to be told apart in a few trials. */
  | { readonly kind: 'too_close' }
) & { readonly trials: number; readonly versions: number };

/** What is known of the case before the search: fresh trials of both sides. */
export interface BrokenCase {
  readonly main: SideTally;
  readonly here: SideTally;
}

/** The most parts that are sought together. */
const MOST_TOGETHER = 3;

/**
 * Finds which parts of a change broke a case: a noisy bisection names one, fresh trials verify that the change without it passes
 * and that it does not as it is. What does not mend alone stays undone, and the next is sought; of a set that mends, each part
 * is left in once more, so that none is there by accident.
 *
 * @param count parts of the change, in the order in which they are likely
 * @param most trials
 */
export async function findLines(
  count: number,
  { main, here }: BrokenCase,
  oracle: Oracle,
  most: number,
): Promise<FoundLines> {
  const asked = new CountedOracle(oracle, most);
  const cost = () => ({ trials: asked.spent, versions: asked.versions });
  if (shareOf(main) - shareOf(here) < LEAST_DIFFERENCE) return { kind: 'too_close', ...cost() };
  const rates = ratesOf(main, here);
  const control: Control = { tally: { passed: 0, trials: 0 } };
  const all = Array.from({ length: count }, (_, part) => part);
  let parts: readonly number[] = [];
  for (let sought = 0; sought < MOST_TOGETHER && parts.length < count; sought += 1) {
    const rest = all.filter((part) => !parts.includes(part));
    const found = await searchPart(asked, rest, parts, rates);
    if (found === null) return { kind: 'used_up', ...cost() };
    parts = [...parts, ...found];
    const { mends, without } = await verifyParts(asked, parts, rates, control);
    if (mends === false) continue;
    if (mends !== true) return { kind: 'open', parts, ...cost() };
    const least = await withoutNeedless(parts, without);
    if ('open' in least) return { kind: 'open', parts: least.open, ...cost() };
    return { kind: 'named', ...least, here: control.tally, ...cost() };
  }
  return { kind: 'not_found', ...cost() };

  /** Every smaller set fails on fresh trials, also those that were tried before. */
  async function withoutNeedless(
    set: readonly number[],
    mended: SideTally,
  ): Promise<
    { readonly parts: readonly number[]; readonly without: SideTally } | { readonly open: readonly number[] }
  > {
    let needed = set;
    let without = mended;
    for (const part of set) {
      if (needed.length === 1) break;
      const rest = needed.filter((other) => other !== part);
      const smaller = await verifyParts(asked, rest, rates, control);
      if (smaller.mends === null) return { open: needed };
      if (smaller.mends === true) [needed, without] = [rest, smaller.without];
    }
    return { parts: needed, without };
  }
}
