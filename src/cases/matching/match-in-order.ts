import { maximumMatching } from './bipartite.ts';
import { longestCommonSubsequence } from './longest-common-subsequence.ts';

/**
 * The largest pairing of expected with actual calls that keeps the order of the expected steps. The calls of one step (a parallel
 * group) may come in any order among themselves, but all after those of the steps before. With one call per step it is the longest common subsequence.
 *
 * @param steps number of calls of each expected step; expected calls are numbered through
 * @param actual number of actual calls
 * @returns pairs [expected, actual]
 */
export function matchInOrder(
  steps: readonly number[],
  actual: number,
  compatible: (expected: number, actual: number) => boolean,
): readonly (readonly [number, number])[] {
  if (steps.every((size) => size === 1)) return longestCommonSubsequence(steps.length, actual, compatible);
  const starts = steps.map((_, index) => steps.slice(0, index).reduce((sum, size) => sum + size, 0));
  const rows: Cell[][] = [Array.from({ length: actual + 1 }, () => ({ pairs: 0, from: null }))];
  for (const [index, size] of steps.entries()) {
    const fits = (e: number, a: number): boolean => compatible((starts[index] ?? 0) + e, a);
    rows.push(nextRow(rows[index] ?? [], size, actual, fits));
  }
  return trace(rows, steps, starts, actual, compatible);
}

/**
 * Best pairing of the steps so far with the calls so far. `from`: the first call that the last step used; `null`: it does not
 * end here.
 */
interface Cell {
  readonly pairs: number;
  readonly from: number | null;
}

function nextRow(
  before: readonly Cell[],
  size: number,
  actual: number,
  fits: (e: number, a: number) => boolean,
): Cell[] {
  const row: Cell[] = before.map(({ pairs }) => ({ pairs, from: null }));
  for (let from = 0; from < actual; from++) {
    const group: (number | undefined)[] = new Array(size).fill(undefined);
    let pairs = before[from]?.pairs ?? 0;
    for (let a = from; a < actual && group.includes(undefined); a++) {
      if (!place(group, a, fits, new Set())) continue;
      pairs++;
      if (pairs > (row[a + 1]?.pairs ?? 0)) row[a + 1] = { pairs, from };
    }
  }
  for (let end = 1; end <= actual; end++) {
    const pairs = row[end - 1]?.pairs ?? 0;
    if (pairs >= (row[end]?.pairs ?? 0)) row[end] = { pairs, from: null };
  }
  return row;
}

/** Adds call `a` to the matching of a group, moving others if necessary; returns whether that worked. */
function place(
  group: (number | undefined)[],
  a: number,
  fits: (e: number, a: number) => boolean,
  tried: Set<number>,
): boolean {
  for (let e = 0; e < group.length; e++) {
    if (tried.has(e) || !fits(e, a)) continue;
    tried.add(e);
    const holder = group[e];
    if (holder === undefined || place(group, holder, fits, tried)) {
      group[e] = a;
      return true;
    }
  }
  return false;
}

function trace(
  rows: readonly (readonly Cell[])[],
  steps: readonly number[],
  starts: readonly number[],
  actual: number,
  compatible: (expected: number, actual: number) => boolean,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let end = actual;
  for (const [step, size] of [...steps.entries()].reverse()) {
    const row = rows[step + 1] ?? [];
    if (row[end]?.pairs === rows[step]?.[end]?.pairs) continue;
    while (row[end]?.from === null) end--;
    const from = row[end]?.from ?? 0;
    const start = starts[step] ?? 0;
    const matching = maximumMatching(size, end - from, (e, a) => compatible(start + e, from + a));
    for (const [e, a] of matching.entries()) if (a !== -1) pairs.push([start + e, from + a]);
    end = from;
  }
  return pairs.sort((left, right) => left[0] - right[0]);
}
