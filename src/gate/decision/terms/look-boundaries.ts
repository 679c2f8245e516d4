import { passMargins, stageBoundaries } from '#statistics/sequential/stage-boundaries.ts';
import { spendingIncrements } from '#statistics/spending.ts';

/** The boundaries of one look, fixed before the first trial. */
export interface LookBoundary {
  /** Trials per case. */
  readonly look: number;
  /** The p at or below which the suite test is red here; `null`: as its rule says, at every look. */
  readonly suite: number | null;
  /** The adjusted p at or below which a case counts as broken here; `null`: single cases are not tested. */
  readonly case: number | null;
  /** Required standard errors between the drop and the one to be ruled out. */
  readonly z: number;
}

/** How often a change with just the drop that a pass rules out may pass: by the looks, and by the fresh trials that follow them. */
export const WRONG_PASS = { alone: 0.05, looks: 0.035, fresh: 0.015 };

/**
 * What looks are for. `choosing`: fresh trials decide. `deciding`: stored ones do. `in_place`: they do, as fresh ones could not, for looks that
 * ended as soon as something looked worse.
 */
export type LooksFor = 'choosing' | 'deciding' | 'in_place';

/**
 * Spreads the false-alarm budgets of the suite test and the case test over the looks: most of it over the last (O'Brien–Fleming spending), or in
 * proportion to their trials where an early one may have ended the run. A missing budget (`undefined`) leaves its test as it is. Looks that
 * choose what is tried again spend nothing: the suite's test looks worse as its rule says, and no case is red. Passes spend too, with what is known
 * of a drop at a look: main's stored trials are the same at all of them.
 *
 * @param looks trials per case, ascending
 * @param stored main's trials of a case
 */
export function lookBoundaries(
  looks: readonly number[],
  alpha: { readonly suite?: number; readonly case?: number },
  looks_for: LooksFor,
  stored: number,
): readonly LookBoundary[] {
  const looks_choose = looks_for === 'choosing';
  const spend = looks_for === 'in_place' ? stageBoundaries : spendingIncrements;
  const increments = (budget: number | undefined) => (budget === undefined ? null : spend(budget, looks));
  const suite = looks_choose ? null : increments(alpha.suite);
  const single = increments(alpha.case);
  const margins = passMargins(
    looks_choose ? WRONG_PASS.looks : WRONG_PASS.alone,
    looks.map((look) => 1 / (1 / look + 1 / stored)),
  );
  return looks.map((look, i) => ({
    look,
    suite: suite?.[i] ?? null,
    case: single === null ? null : looks_choose ? 0 : (single[i] ?? null),
    z: margins[i] ?? 0,
  }));
}
