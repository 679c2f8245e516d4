import type { Case } from '#cases/suite/case.ts';
import type { Expectations } from '#cases/suite/expectation.ts';

/** One place with expectations in a case: a turn (from 1), or the whole trial (`turn: null`). */
export interface CheckScope {
  readonly turn: number | null;
  readonly expect: Expectations;
}

/** Turns with their own expectations, in order, then the whole trial. */
export function scopesOf(evalCase: Case): readonly CheckScope[] {
  const turns = evalCase.turns.flatMap(({ expect }, index) => (expect === null ? [] : [{ turn: index + 1, expect }]));
  return [...turns, { turn: null, expect: evalCase.expect }];
}

/** Prefix of the ids of a scope's checks. */
export function scopePrefix(turn: number | null): string {
  return turn === null ? '' : `t${turn}.`;
}
