/**
 * One case on both sides: `a` passes of `n` scored candidate trials, `b` passes of `m` scored baseline trials.
 * All four are whole numbers with 0 ≤ a ≤ n and 0 ≤ b ≤ m.
 */
export interface PairedCounts {
  readonly a: number;
  readonly n: number;
  readonly b: number;
  readonly m: number;
}

/** A case at a look: `scheduled` trials were planned for it so far, scored or missing (`scheduled` ≥ `n`). */
export interface ScheduledCounts extends PairedCounts {
  readonly scheduled: number;
}

/** A case before the candidate ran: `n` trials planned against `b` passes of `m` baseline trials. */
export type PlannedCounts = Omit<PairedCounts, 'a'>;

/** Whether both sides have at least one scored trial, so that the case can be compared at all. */
export function isComparable({ n, m }: PlannedCounts): boolean {
  return n >= 1 && m >= 1;
}

/**
 * Refuses impossible counts.
 *
 * @throws RangeError with the counts and what was expected.
 */
export function assertCounts({ a, n, b, m }: PairedCounts): void {
  if (!isCount(a) || !isCount(n) || !isCount(b) || !isCount(m) || a > n || b > m) {
    throw new RangeError(`counts must be whole numbers with 0 ≤ a ≤ n and 0 ≤ b ≤ m, got a=${a} n=${n} b=${b} m=${m}`);
  }
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}
