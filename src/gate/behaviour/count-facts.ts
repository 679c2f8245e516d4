import type { StoredCall } from '#trials/trial/stored-calls.ts';
import { type Fact, factsOf } from './facts.ts';

/** A case whose trials of both sides reported their calls. */
export interface CaseCalls {
  readonly id: string;
  readonly main: readonly (readonly StoredCall[])[];
  readonly here: readonly (readonly StoredCall[])[];
}

/** In how many trials of each side a fact holds. */
export interface FactCounts {
  readonly key: string;
  readonly fact: Fact;
  readonly here: number;
  readonly of_here: number;
  readonly main: number;
  readonly of_main: number;
}

/** Counts with the pattern of the fact over all trials, main's first. */
export interface FactPattern {
  readonly pattern: string;
  readonly counts: FactCounts;
}

/** A case with every fact that holds in some of its trials and not in all, plainer facts first. */
export interface CountedCase {
  readonly case: CaseCalls;
  readonly facts: readonly FactPattern[];
}

/** Counts the facts of a case. */
export function countFacts(item: CaseCalls): CountedCase {
  const { main, here } = item;
  const trials = [...main, ...here].map((calls) => new Map(factsOf(calls).map(({ key, fact }) => [key, fact])));
  const facts = new Map(trials.flatMap((held) => [...held]));
  const patterns = [...facts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, fact]): readonly FactPattern[] => {
      const pattern = trials.map((held) => (held.has(key) ? '1' : '0')).join('');
      if (!pattern.includes('0')) return [];
      const sides = { here: ones(pattern.slice(main.length)), main: ones(pattern.slice(0, main.length)) };
      return [{ pattern, counts: { key, fact, ...sides, of_here: here.length, of_main: main.length } }];
    });
  return { case: item, facts: patterns };
}

/**
 * Each pattern once: facts that hold in the same trials, or in all the others, are one fact. Which trials are main's plays no
 * part in that, so that the tests stay exact.
 */
export function distinctFacts({ facts }: CountedCase): readonly FactCounts[] {
  const known = new Set<string>();
  return facts.flatMap(({ pattern, counts }) => {
    if (known.has(pattern)) return [];
    known.add(pattern).add(opposite(pattern));
    return [counts];
  });
}

function opposite(pattern: string): string {
  return pattern.replace(/[01]/g, (digit) => (digit === '1' ? '0' : '1'));
}

function ones(pattern: string): number {
  return pattern.replaceAll('0', '').length;
}
