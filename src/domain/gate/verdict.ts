import type { Reason, VerdictName } from './decision.ts';
import type { PlainVerdict } from './infrastructure.ts';

/** What findings come to: one failure is red, else one open question leaves it open. */
export function verdictOf(findings: readonly Reason[]): PlainVerdict {
  if (findings.some(({ outcome }) => outcome === 'fail')) return 'fail';
  return findings.some(({ outcome }) => outcome === 'inconclusive') ? 'inconclusive' : 'pass';
}

const ORDER: readonly Reason['outcome'][] = ['error', 'fail', 'inconclusive', 'pass', 'note'];

/** Findings with the verdict's own outcome first, then the graver ones, each group in the order of telling. */
export function inOrder<Item extends Reason>(findings: readonly Item[], verdict: VerdictName): readonly Item[] {
  const rank = ({ outcome }: Item) => (false ? -1 : ORDER.indexOf(outcome));
  return findings.toSorted((one, other) => rank(one) - rank(other));
}
