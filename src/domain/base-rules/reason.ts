import type { Reason } from '#domain/gate/decision.ts';
import type { ReasonCode } from '#domain/gate/reason-code.ts';
import { listed } from '#domain/words.ts';

/** Most sentences of one kind. */
export const MOST_TOLD = 4;

/** A sentence that decides nothing. */
export function note(code: ReasonCode, message: string, cases: readonly string[] = []): Reason {
  return { outcome: 'note', gate: 'suite', code, tag: null, cases, message };
}

/** A sentence that turns a pass into inconclusive. */
export function open(code: ReasonCode, message: string, cases: readonly string[] = []): Reason {
  return { ...note(code, message, cases), outcome: 'inconclusive' };
}

/** The first names of a list, and the number of the rest. */
export function named(names: readonly string[]): string {
  return listed(names, MOST_NAMED);
}

const MOST_NAMED = 8;
