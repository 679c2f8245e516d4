import { listed, plural } from '#common/words.ts';
import type { RowsProblem } from '#trials/rows/row.ts';
import type { WholeRound } from '#trials/rows/whole-round.ts';

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
  const notes: string[] = [];
  if (skipped.length > 0) notes.push(`${plural(skipped.length, 'test')} did not run: ${listed(skipped, 5)}`);
  if (most !== undefined && most.length > repeats)
    notes.push(
      `${most.name} has ${most.length} repeats in a round and ${fewest?.name} ${repeats}: ${repeats} of each ${repeats === 1 ? 'counts' : 'count'}; leave repeats to the rounds`,
    );
  return { names, repeats, notes };
}

/** Names with random values would make every case a new one; `null`: a round has the tests that are known. */
export function otherNames({ names }: Discovery, { rows }: WholeRound): RowsProblem | null {
  const gone = [...names.keys()].filter((name) => !rows.has(name));
  const unknown = [...rows.keys()].filter((name) => !names.has(name));
  const differing = Math.max(gone.length, unknown.length);
  if (unknown.length === 0 || differing * 10 <= names.size) return null;
  const examples = [...unknown.slice(0, 3), ...gone.slice(0, 3)];
  return { code: 'other_names', differing, of: names.size, examples };
}
