import { CountedOracle, type Oracle, type SearchCost } from './oracle.ts';
import { LEAST_DIFFERENCE, ratesOf, type SideTally, shareOf } from './rates.ts';
import { searchPart } from './search.ts';
import { type Control, isMended, verifyParts } from './verify.ts';

/** What a search came to. */
export interface FoundLines extends SearchCost {
  /**
   * `named`: the parts broke the case together, and each of them is needed. `open`: undoing these mends or may mend, and no
   * smaller set was shown to. `used_up`: the trials ended before. `not_found`: no set of a few parts mends. `too_close`: both
   * sides pass too alike to be told apart in a few trials.
   */
  readonly outcome: 'named' | 'open' | 'used_up' | 'not_found' | 'too_close';
  readonly parts: readonly number[];
  /** Of what is named: fresh trials with these parts undone, and of the change as it is. */
  readonly without: SideTally | null;
  readonly unchanged: SideTally | null;
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
  const rates = ratesOf(main, here);
  const control: Control = { tally: { passed: 0, trials: 0 } };
  let parts: readonly number[] = [];
  const end = (outcome: FoundLines['outcome'], without: SideTally | null = null, either = false): FoundLines => {
    const unchanged = without === null ? null : control.tally;
    return { outcome, parts, without, unchanged, either, ...asked.cost() };
  };
  if (shareOf(main) - shareOf(here) < LEAST_DIFFERENCE) return end('too_close');
  const all = Array.from({ length: count }, (_, part) => part);
  for (let sought = 0; sought < MOST_TOGETHER && parts.length < count; sought += 1) {
    const rest = all.filter((part) => !parts.includes(part));
    const found = await searchPart(asked, rest, parts, rates);
    if (found === null) {
      parts = [];
      return end('used_up');
    }
    parts = [...parts, ...found];
    const { mends, without } = await verifyParts(asked, parts, rates, control);
    if (mends === true) return leaveOutNeedless(without);
    if (mends !== false) return end('open');
  }
  parts = [];
  return end('not_found');

  /** Every smaller set fails on fresh trials, also those that were tried before. */
  async function leaveOutNeedless(mended: SideTally): Promise<FoundLines> {
    let without = mended;
    for (const part of parts) {
      if (parts.length === 1) break;
      const rest = parts.filter((other) => other !== part);
      const smaller = await verifyParts(asked, rest, rates, control);
      if (smaller.mends === null) return end('open');
      if (smaller.mends === true) [parts, without] = [rest, smaller.without];
    }
    const others = new Set(all.filter((part) => !parts.includes(part)));
    const either = parts.length === 1 && others.size > 0 && (await isMended(asked, others, rates)) === true;
    return end('named', without, either);
  }
}
