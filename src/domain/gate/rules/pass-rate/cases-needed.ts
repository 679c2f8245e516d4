import { normalQuantile, Z_ONE_SIDED_95 } from '#domain/statistics/distributions/normal.ts';
import type { SuiteDecision } from '../../decision.ts';
import { effectOf } from './test.ts';

/**
 * The smallest number of cases like the compared ones, in all, that would settle an open suite test if the drop stays as it is:
 * the drop that matters would be ruled out, or the drop would be red.
 *
 * @param cases compared now
 * @param extraVariance of the drop, from runs of main that differ beyond chance: cases don't reduce it
 * @returns `null` if no number of cases would settle it
 */
export function casesNeeded(suite: SuiteDecision, cases: number, extraVariance: number): number | null {
  const { rule_out: ruleOut, max_drop: tolerated, boundary } = suite;
  const { drop, standard_error } = effectOf(suite);
  const settlingErrors = [
    ...(ruleOut === null ? [] : [(ruleOut - drop) / Z_ONE_SIDED_95]),
    ...(drop > tolerated && boundary < 0.5 ? [-drop / normalQuantile(boundary)] : []),
  ];
  const room = Math.max(0, ...settlingErrors) ** 2 - extraVariance;
  const within = Math.max(0, standard_error ** 2 - extraVariance) * cases;
  const needed = room <= 0 ? Number.POSITIVE_INFINITY : Math.max(cases + 1, Math.floor(within / room) + 1);
  return needed <= MOST_CASES ? needed : null;
}

/** Nobody adds more to settle one change. */
const MOST_CASES = 2000;
