import type { WholeRound } from '#domain/rows/whole-round.ts';
import { listed, plural } from '#domain/words.ts';

/** The tests of a suite, as its first whole round shows them. */
export interface Discovery {
  /** With their files. */
  readonly names: ReadonlyMap<string, string | null>;
  /** How often every one of them runs in a round. */
  readonly repeats: number;
  /** What a reader should know of that round. */
  readonly notes: readonly string[];
}

/** What a first whole round shows. */
export function discoveryOf({ rows, skipped }: WholeRound): Discovery {
  const names = new Map([...rows].map(([name, [first]]) => [name, first?.file ?? null]));
  const counts = [...rows].map(([name, { length }]) => ({ name, length })).toSorted((a, b) => a.length - b.length);
  const [fewest, most] = [counts[0], counts.at(-1)];
  const repeats = fewest?.length ?? 1;
  const isUneven = most !== undefined && most.length > repeats;
  return {
    names,
    repeats,
    notes: [
      ...(skipped.length > 0 ? [`${plural(skipped.length, 'test')} did not run: ${listed(skipped, 5)}`] : []),
      ...(isUneven
        ? [
            `${most.name} has ${most.length} repeats in a round and ${fewest?.name} ${repeats}: ${repeats} of each ${repeats === 1 ? 'counts' : 'count'}; leave repeats to the rounds`,
          ]
        : []),
    ],
  };
}

/** Why two rounds can't be of the same tests, a sentence part: names with random values would make every case new. */
export function differingNames({ names }: Discovery, { rows }: WholeRound): string | null {
  const gone = [...names.keys()].filter((name) => !rows.has(name));
  const unknown = [...rows.keys()].filter((name) => !names.has(name));
  const most = Math.max(gone.length, unknown.length);
  if (unknown.length === 0 || most * 10 <= names.size) return null;
  const shown = [...unknown.slice(0, 3), ...gone.slice(0, 3)].map((name) => JSON.stringify(name.slice(0, 100)));
  return `${most} of ${names.size} names differ from those of the first round (${shown.join(', ')}): names must not hold random values`;
}
