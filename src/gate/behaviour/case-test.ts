import { chanceOf, exactTable } from '#statistics/counts/two-sided.ts';
import { type CountedCase, distinctFacts, type FactCounts } from './count-facts.ts';

/** A fact of one case with its p by itself. */
export interface CaseFact extends FactCounts {
  readonly id: string;
  readonly p: number;
}

/** What single cases say. */
export interface CaseTest {
  /** Every fact of every case, the least p first. */
  readonly facts: readonly CaseFact[];
  /** The chance that any fact of any case has a p this small, if nothing changed. */
  readonly adjusted: (p: number) => number;
  /** Whether any case has enough trials for a fact that changes in all of them to be shown at a level. */
  readonly canShow: (level: number) => boolean;
}

/**
 * Tests every fact of every case: a union within a case, as its facts depend on one another, and independence between cases. A fact that can't
 * reach the p costs nothing.
 */
export function testCaseFacts(cases: readonly CountedCase[]): CaseTest {
  const tested = cases.map((counted) => ({
    item: counted.case,
    facts: distinctFacts(counted).map((counts) => withP(counted.case.id, counts)),
  }));
  const adjusted = (p: number): number => {
    let none = 0;
    for (const { facts } of tested) {
      const reached = facts.reduce((sum, counts) => sum + chanceOf(tableOf(counts), p), 0);
      none += Math.log1p(-Math.min(1, reached));
    }
    return 0 - Math.expm1(none);
  };
  const facts = tested
    .flatMap((item) => item.facts)
    .toSorted((one, other) => one.p - other.p || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
  const canShow = (level: number) =>
    tested.some(({ item: { main, here } }) => {
      const least = exactTable(main.length, here.length, main.length).p[0] ?? 1;
      return least + adjusted(least) <= level;
    });
  return { facts, adjusted, canShow };
}

function withP(id: string, counts: FactCounts): CaseFact {
  const { low, p } = tableOf(counts);
  return { ...counts, id, p: p[counts.here - low] ?? 1 };
}

function tableOf({ here, main, of_here, of_main }: FactCounts) {
  return exactTable(here + main, of_here, of_main);
}
