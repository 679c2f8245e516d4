import type { Case } from '#cases/suite/case.ts';
import type { LookSchedule } from '#runner/looks/look-schedule.ts';

/**
 * Cases of a run that is added to: each gets its total number of trials as its own, unless that is the last look's.
 *
 * @param planned total trials, by case id
 * @param last trials per case of the last look
 */
export function filledUp(cases: readonly Case[], planned: ReadonlyMap<string, number>, last: number): readonly Case[] {
  return cases.map((evalCase) => {
    const usual = evalCase.trials ?? last;
    const trials = Math.max(planned.get(evalCase.id) ?? usual, evalCase.trials ?? 1);
    return trials === usual ? evalCase : { ...evalCase, trials };
  });
}

/** The schedule with the cases as the suite has them. */
export function withCasesOf(cases: readonly Case[], schedule: LookSchedule): LookSchedule {
  const known = new Map(cases.map((evalCase) => [evalCase.id, evalCase]));
  return {
    ...schedule,
    next() {
      const plan = schedule.next();
      return plan && { ...plan, case: known.get(plan.case.id) ?? plan.case };
    },
  };
}
