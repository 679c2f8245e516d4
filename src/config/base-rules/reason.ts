import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import type { FactsOf, ReasonCode } from '#gate/decision/terms/reason-code.ts';

/** Most findings of one kind. */
export const MOST_TOLD = 4;

/** A finding that decides nothing. */
export function note<Code extends ReasonCode>(
  code: Code,
  facts: FactsOf[Code],
  cases: readonly string[] = [],
): ReasonOf<Code> {
  return finding({ outcome: 'note', gate: 'suite', code, cases }, facts);
}

/** A finding that turns a pass into inconclusive. */
export function open<Code extends ReasonCode>(
  code: Code,
  facts: FactsOf[Code],
  cases: readonly string[] = [],
): ReasonOf<Code> {
  return { ...note(code, facts, cases), outcome: 'inconclusive' };
}
