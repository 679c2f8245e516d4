import type { PairedCounts } from '#statistics/counts/paired-counts.ts';

/**
 * How often the candidate gets each number of passes when the outcomes of a case are dealt to its trials in every
 * possible way. Slow, obvious, and independent of any formula: one entry per choice of the candidate's trials.
 */
export function candidatePassesOfEveryDeal({ a, n, b, m }: PairedCounts): number[] {
  const total = n + m;
  const deals = Array.from({ length: 2 ** total }, (_, chosen) => chosen).filter((chosen) => bits(chosen) === n);
  const passed = 2 ** (a + b) - 1;
  return deals.map((chosen) => bits(chosen & passed));
}

/** Every combination of one element per list. */
export function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((sofar, list) => sofar.flatMap((head) => list.map((each) => [...head, each])), [[]]);
}

/** Share of the elements that satisfy the predicate. */
export function share<T>(elements: readonly T[], predicate: (element: T) => boolean): number {
  return elements.filter(predicate).length / elements.length;
}

function bits(value: number): number {
  return value.toString(2).replaceAll('0', '').length;
}
