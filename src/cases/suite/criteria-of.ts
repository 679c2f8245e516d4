import type { JudgeCriterion } from '#judge/criterion.ts';
import type { Case } from './case.ts';

/** The criteria of a case that a model decides, those of its turns first. */
export function criteriaOf({ turns, expect }: Pick<Case, 'turns' | 'expect'>): readonly JudgeCriterion[] {
  return [...turns.map((turn) => turn.expect), expect].flatMap((demands) => demands?.judge ?? []);
}

/** Whether a model decides any criterion of a case. */
export function isJudgedByModel(evalCase: Pick<Case, 'turns' | 'expect'>): boolean {
  return criteriaOf(evalCase).length > 0;
}
