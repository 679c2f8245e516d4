import type { Reason } from './decision.ts';
import type { PlainVerdict } from './rules/missing-trials.ts';

/** What findings come to: one failure is red, else one open question leaves it open. */
export function verdictOf(findings: readonly Reason[]): PlainVerdict {
  if (findings.some(({ outcome }) => outcome === 'fail')) return 'fail';
  return findings.some(({ outcome }) => outcome === 'inconclusive') ? 'inconclusive' : 'pass';
}

const ORDER: readonly Reason['outcome'][] = ['error', 'fail', 'inconclusive', 'pass', 'note'];

/** Findings by gravity, each group in the order of telling. The gravest outcome is the verdict's own, so its reasons come first. */
export function inOrder<Item extends Reason>(findings: readonly Item[]): readonly Item[] {
  return findings.toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
}
