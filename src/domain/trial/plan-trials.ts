import type { Case } from '#domain/suite/case.ts';
import type { TrialPlan } from './plan.ts';
import { type SeedSource, trialSeed } from './seed.ts';

/**
 * Every trial to be run, first all of the first case, then all of the second …
 *
 * @param trials the suite's number of trials per case; a case's own number wins
 */
export function planTrials(
  cases: readonly Case[],
  trials: number,
  { tree, side }: Pick<SeedSource, 'tree' | 'side'>,
): readonly TrialPlan[] {
  return cases.flatMap((evalCase) =>
    Array.from({ length: evalCase.trials ?? trials }, (_, position) => {
      const index = position + 1;
      return { case: evalCase, index, seed: trialSeed({ tree, side, case_id: evalCase.id, index }) };
    }),
  );
}
