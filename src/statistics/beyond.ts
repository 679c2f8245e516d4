/** Relative tolerance of every comparison: two ways to compute one number must not give two verdicts. */
export const SLACK = 1e-9;

/** Rounding error of a sum of rates; it keeps 0.1 + 0.2 − 0.3 from being a change beyond 0. */
const ROUNDING = 1e-12;

/** Whether a change is strictly beyond the tolerated limit; a change equal to the limit is not. */
export function exceeds(change: number, limit: number): boolean {
  return change > limit + Math.max(SLACK * Math.abs(limit), ROUNDING);
}

/** Whether a value is strictly under its floor; a value equal to the floor is not. */
export function fallsBelow(value: number, floor: number): boolean {
  return exceeds(floor, value);
}

/** Whether a p-value is at or under its boundary. A boundary of 0 (nothing to spend) is reached only by p = 0. */
export function reaches(p: number, boundary: number): boolean {
  return p <= boundary * (1 + SLACK);
}
