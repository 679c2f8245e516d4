import { type Fault, GROUPS, type Group } from './fault.ts';
import type { GradedMutant } from './grade-mutant.ts';

/** How many faults were tried, and how many of them noticed; those that only a judge could notice are counted apart. */
export interface MutantCount {
  readonly tried: number;
  readonly noticed: number;
  readonly only_judge: number;
}

/** The mutants of one case. */
export interface CaseMutants {
  readonly id: string;
  /** Passing trials that were broken: with one of them nothing is known to vary. */
  readonly trials: number;
  readonly mutants: readonly GradedMutant[];
  /** Forbidden globs that no known tool matches. */
  readonly idle_globs: readonly string[];
  /** Trials whose stored trajectory could not be used. */
  readonly unusable: number;
  /** The case says `bites: false`. */
  readonly is_guard: boolean;
}

/** A case none of whose stored trials could be broken, and why: a sentence part. */
export interface UnbrokenCase {
  readonly id: string;
  readonly problem: string;
}

/** Counts mutants, without advice unless it is asked for by its group. */
export function countMutants(mutants: readonly GradedMutant[], group?: Group): MutantCount {
  const counted = mutants.filter((mutant) =>
    group === undefined ? mutant.group !== 'advice' : mutant.group === group,
  );
  const only_judge = counted.filter(({ outcome }) => outcome === 'only_judge').length;
  const noticed = counted.filter(({ outcome }) => outcome === 'noticed').length;
  return { tried: counted.length - only_judge, noticed, only_judge };
}

/** The faults of which some mutant was not noticed, each once, in the order of reports. */
export function unnoticed({ mutants }: Pick<CaseMutants, 'mutants'>): readonly GradedMutant[] {
  const faults = new Map(
    mutants.filter(({ outcome }) => outcome === 'unnoticed').map((mutant) => [faultKey(mutant), mutant] as const),
  );
  return [...faults.values()].toSorted((left, right) => GROUPS.indexOf(left.group) - GROUPS.indexOf(right.group));
}

/** Whether silence, an echo and the trials of other cases are noticed. */
export function isBiting({ mutants }: Pick<CaseMutants, 'mutants'>): boolean {
  return !mutants.some(({ fault, outcome }) => outcome === 'unnoticed' && DECIDING.has(fault.kind));
}

const DECIDING: ReadonlySet<Fault['kind']> = new Set(['silent', 'echo', 'other_case']);

function faultKey({ group, fault }: GradedMutant): string {
  return `${group} ${Object.values(fault).join(' ')}`;
}
