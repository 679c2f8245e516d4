import type { Case } from '#domain/suite/case.ts';
import type { CustomExpectation } from '#domain/suite/expectation.ts';
import { scopePrefix, scopesOf } from './scopes.ts';

/** One check written by the user, with the id under which its result is graded. */
export interface CustomCheck {
  /** `custom.1`, `t2.custom.1`. */
  readonly id: string;
  /** `null`: the whole trial. */
  readonly turn: number | null;
  readonly expectation: CustomExpectation;
}

/** Every custom check of a case, in the order in which they are graded. */
export function customChecks(evalCase: Case): readonly CustomCheck[] {
  return scopesOf(evalCase).flatMap(({ turn, expect }) =>
    (expect.custom ?? []).map((expectation, index) => ({
      id: `${scopePrefix(turn)}custom.${index + 1}`,
      turn,
      expectation,
    })),
  );
}
