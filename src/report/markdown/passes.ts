/** `4/5`; empty if the side has no judged trials. */
export function passesText(side: { readonly passed: number; readonly scored: number } | null): string {
  return side === null || side.scored === 0 ? '' : `${side.passed}/${side.scored}`;
}
