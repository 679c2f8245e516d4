import { chanceOf, exactTable, type Table } from '#statistics/counts/two-sided.ts';
import type { CountedCase, FactCounts } from './count-facts.ts';
import type { Fact } from './facts.ts';

/** A fact over all cases in which it varies. */
export interface SuiteFact extends FactCounts {
  readonly cases: number;
  readonly p: number;
}

/** What all cases say together. */
export interface SuiteTest {
  /** Every fact, the least p first. */
  readonly facts: readonly SuiteFact[];
  /** The chance that any fact has a p this small, if nothing changed: their union. */
  readonly adjusted: (p: number) => number;
}

/** Tests the facts of some kinds over all cases at once: exact within each case, their counts added up. */
export function testSuiteFacts(cases: readonly CountedCase[], kinds: readonly Fact['kind'][]): SuiteTest {
  const strata = new Map<string, FactCounts[]>();
  for (const { facts } of cases)
    for (const { counts } of facts) {
      if (!kinds.includes(counts.fact.kind)) continue;
      const known = strata.get(counts.key);
      if (known?.push(counts) === undefined) strata.set(counts.key, [counts]);
    }
  const tested = [...strata.values()].flatMap(testStrata);
  const adjusted = (p: number) =>
    Math.min(
      1,
      tested.reduce((sum, { table }) => sum + chanceOf(table, p), 0),
    );
  const facts = tested
    .map(({ fact }) => fact)
    .toSorted((one, other) => one.p - other.p || (one.key < other.key ? -1 : 1));
  return { facts, adjusted };
}

/** A test of one fact, with all that its count could have been. */
interface TestedFact {
  readonly fact: SuiteFact;
  readonly table: Table;
}

function testStrata(strata: readonly FactCounts[]): readonly TestedFact[] {
  const [first] = strata;
  if (first === undefined) return [];
  // Sums of equal tables in one order are equal to the last bit, in whatever order the cases come.
  const sorted = strata.toSorted(
    (one, other) =>
      one.here + one.main - other.here - other.main || one.of_here - other.of_here || one.of_main - other.of_main,
  );
  const table = sorted
    .map(({ here, main, of_here, of_main }) => exactTable(here + main, of_here, of_main))
    .reduce(convolved, { low: 0, chances: [1] });
  const p = doubled(table.chances);
  const total = (count: (one: FactCounts) => number) => strata.reduce((sum, item) => sum + count(item), 0);
  const here = total((item) => item.here);
  const fact = {
    ...first,
    here,
    of_here: total((item) => item.of_here),
    main: total((item) => item.main),
    of_main: total((item) => item.of_main),
    cases: strata.length,
    p: p[here - table.low] ?? 1,
  };
  return [{ fact, table: { ...table, p } }];
}

type Chances = Pick<Table, 'low' | 'chances'>;

/** A smaller chance changes no p. */
const NEGLIGIBLE = 1e-18;

function convolved(sum: Chances, next: Chances): Chances {
  const chances = new Array<number>(sum.chances.length + next.chances.length - 1).fill(0);
  for (const [i, one] of sum.chances.entries()) {
    if (one < NEGLIGIBLE) continue;
    for (const [j, other] of next.chances.entries()) chances[i + j] = (chances[i + j] ?? 0) + one * other;
  }
  return { low: sum.low + next.low, chances };
}

/** Twice the smaller tail of each count. */
function doubled(chances: readonly number[]): readonly number[] {
  const upper = [...chances];
  for (let at = upper.length - 2; at >= 0; at -= 1) upper[at] = (upper[at] ?? 0) + (upper[at + 1] ?? 0);
  let lower = 0;
  return chances.map((chance, at) => {
    lower += chance;
    return Math.min(1, 2 * Math.min(lower, upper[at] ?? 1));
  });
}
