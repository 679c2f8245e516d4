import type { ReasonOf } from '#domain/gate/decision.ts';
import { finding } from '#domain/gate/finding.ts';
import type { FactsOf, ReasonCode } from '#domain/gate/reason-code.ts';
import { listed } from '#domain/words.ts';

/** Most sentences of one kind. */
export const MOST_TOLD = 4;

/** A sentence that decides nothing. */
export function note<Code extends ReasonCode>(
  code: Code,
  facts: FactsOf[Code],
  cases: readonly string[] = [],
): ReasonOf<Code> {
  return finding({ outcome: 'note', gate: 'suite', code, cases }, facts);
}

/** A sentence that turns a pass into inconclusive. */
export function open<Code extends ReasonCode>(
  code: Code,
  facts: FactsOf[Code],
  cases: readonly string[] = [],
): ReasonOf<Code> {
  return { ...note(code, facts, cases), outcome: 'inconclusive' };
}

/** The first names of a list, and the number of the rest. */
export function named(names: readonly string[]): string {
  return listed(names, MOST_NAMED);
}

const MOST_NAMED = 8;
