/** Whether a share of a whole reaches a minimum share; 2 of 3 reaches 0.66 and 2/3 in any rounding. */
export function reachesShare(part: number, whole: number, minimum: number): boolean {
  return part >= minimum * whole - 1e-9 * whole;
}
