import { listed, plural } from '#common/words.ts';
import type { WholeRound } from '#trials/rows/ledger.ts';
import type { Damage } from '#trials/rows/row.ts';

/** The tests of a suite, as its first whole round shows them. */
export interface Discovery {
  /** With their files. */
  readonly names: ReadonlyMap<string, string | null>;
  readonly skipped: ReadonlySet<string>;
  /** How often every one of them runs in a round. */
  readonly repeats: number;
  /** What a reader should know of that round. */
  readonly notes: readonly string[];
}

/** What a first whole round shows. */
export function discoveryOf({ rows, skipped }: WholeRound): Discovery {
  return {
    names: new Map([...rows].map(([name, [first]]) => [name, first?.file ?? null])),
    skipped: new Set(skipped),
    repeats: [...rows.values()][0]?.length ?? 1,
    notes: skipped.length === 0 ? [] : [`${plural(skipped.length, 'test')} did not run: ${listed(skipped, 5)}`],
  };
}

/** A round of all tests that has others than the first one, or fewer: nobody knows which test such a row is. */
export function otherNames({ names, skipped: once }: Discovery, { rows, skipped }: WholeRound): Damage | null {
  const present = new Set([...rows.keys(), ...skipped]);
  const gone = [...names.keys()].filter((name) => !present.has(name));
  const unknown = [...rows.keys()].filter((name) => !names.has(name) && !once.has(name));
  return gone.length + unknown.length === 0 ? null : { code: 'other_names', unknown, gone, of: names.size };
}
