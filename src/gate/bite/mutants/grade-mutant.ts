import type { Case } from '#cases/suite/case.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { NO_ANSWER } from '#trials/checks/response/similar.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { trialQuestions } from '#trials/checks/trial-questions.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { Fault, Group, Mutant } from './fault.ts';

/** What became of a mutant. `only_judge`: every check that could be asked holds, and a judge or a program was not asked. */
export type MutantOutcome = 'noticed' | 'unnoticed' | 'only_judge';

/** What became of one mutant of a case. */
export interface GradedMutant {
  readonly group: Group;
  readonly fault: Fault;
  readonly outcome: MutantOutcome;
}

/**
 * Grades a mutant in all its forms.
 *
 * @param custom of each form what the programs of the case said; none: they were not asked
 */
export function gradeMutant(
  evalCase: Case,
  { group, fault, forms }: Mutant,
  custom: readonly ReadonlyMap<string, CheckResult>[] = [],
): GradedMutant {
  const outcomes = forms.map((form, at) => gradeForm(evalCase, form, custom[at] ?? new Map()));
  const count = (outcome: MutantOutcome) => outcomes.filter((form) => form === outcome).length;
  const isEnough = (passing: number) => passing > (fault.kind === 'other_case' ? forms.length / 2 : 0);
  const [unnoticed, open] = [count('unnoticed'), count('only_judge')];
  const outcome = isEnough(unnoticed) ? 'unnoticed' : isEnough(unnoticed + open) ? 'only_judge' : 'noticed';
  return { group, fault, outcome };
}

/**
 * Grades a trial by every check that needs nobody else; those that do are taken to hold, as they did in the trial that was broken.
 *
 * @param custom what the programs of the case said of this trial, by the id of their checks
 */
export function gradeForm(evalCase: Case, trial: Trial, custom: ReadonlyMap<string, CheckResult>): MutantOutcome {
  const questions = trialQuestions(evalCase, trial);
  const open = [...questions.judge, ...questions.custom.filter(({ id }) => !custom.has(id))];
  const unknown = questions.embedding.filter(({ answer }) => answer !== null);
  const given = new Map<string, CheckResult>([
    ...open.map(({ id }) => [id, HOLDS] as const),
    ...questions.embedding.map(({ id, answer }) => [id, answer === null ? SILENT : HOLDS] as const),
    ...custom,
  ]);
  const { outcome } = gradeByChecks(evalCase, trial, given);
  if (outcome === 'failed') return 'noticed';
  return outcome === 'passed' && open.length + unknown.length === 0 ? 'unnoticed' : 'only_judge';
}

const HOLDS: CheckResult = {
  name: '',
  passed: true,
  score: null,
  fact: { kind: 'unexplained', code: null, passed: true },
};

const SILENT: CheckResult = { name: '', ...NO_ANSWER };
