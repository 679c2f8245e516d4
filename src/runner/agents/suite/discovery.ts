import { listed, plural } from '#common/words.ts';
import type { WholeRound } from '#trials/rows/ledger.ts';
import type { Damage, Row } from '#trials/rows/row.ts';
import type { RanRound, RoundOrder } from './run-round.ts';

/** The tests of a suite, as its first whole round shows them. */
export interface Discovery {
  /** With their files, and what the runner calls them there. */
  readonly names: ReadonlyMap<string, Pick<Row, 'file' | 'title'>>;
  readonly skipped: ReadonlySet<string>;
  /** How often every one of them runs in a round. */
  readonly repeats: number;
  /** What a reader should know of that round. */
  readonly notes: readonly string[];
}

/** What a first whole round shows. */
export function discoveryOf({ rows, skipped }: WholeRound): Discovery {
  return {
    names: new Map([...rows].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first] as const]))),
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

/** What a round of some tests is ordered with; `null`: these are all, or nobody knows. */
export function someOf(names: readonly string[], tests: Discovery | null): RoundOrder['only'] {
  if (tests === null || names.length >= tests.names.size) return null;
  return new Map(names.map((name) => [name, tests.names.get(name)?.title ?? name]));
}

/**
 * Tests that the runner's filter did not match, and whether it matched none; `null`: it matched all, or the round can't tell. A runner that died
 * matched them: it must not get another try for that.
 */
export function missedBy(
  only: NonNullable<RoundOrder['only']>,
  round: RanRound['round'],
): { readonly names: readonly string[]; readonly all: boolean } | null {
  const names = [...only.keys()];
  if (round.kind === 'void') return round.damage.every(ranNothing) ? { names, all: true } : null;
  if (round.kind === 'cancelled') return null;
  const [rows, skipped] = [round.rows, new Set(round.skipped)];
  if (names.every((name) => !rows.has(name))) return { names, all: true };
  const missed = names.filter((name) => !rows.has(name) && !skipped.has(name));
  return missed.length === 0 ? null : { names: missed, all: false };
}

/** pytest ends with 4 if it does not know a test, and with 5 if there is none. */
function ranNothing(damage: Damage): boolean {
  return damage.code === 'no_test_ran' || (damage.code === 'exit_code' && [4, 5].includes(damage.exit));
}
