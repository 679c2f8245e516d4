import type { Case } from '#cases/suite/case.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { NO_ANSWER } from '#trials/checks/response/similar.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { trialQuestions } from '#trials/checks/trial-questions.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { GROUPS, type Mutant } from './fault.ts';

/** The outcome of a mutant. `only_judge`: every check that could be asked holds, and a judge or a program was not asked. */
type MutantOutcome = 'noticed' | 'unnoticed' | 'only_judge';

/** What became of one mutant of a case. */
export interface GradedMutant extends Pick<Mutant, 'group' | 'fault'> {
  readonly outcome: MutantOutcome;
}

/** What the programs of a case say of a trial, by the id of their checks. */
export type ProgramResults = ReadonlyMap<string, CheckResult>;

/**
 * Grades a mutant in all its forms.
 *
 * @param custom of each form what programs say; none: they were not asked
 */
export function gradeMutant(
  evalCase: Case,
  { group, fault, forms }: Mutant,
  custom: readonly ProgramResults[] = [],
): GradedMutant {
  const outcomes = forms.map((form, at) => gradeForm(evalCase, form, custom[at]));
  const isEnough = (passing: readonly MutantOutcome[]) =>
    passing.length > (fault.kind === 'other_case' ? forms.length / 2 : 0);
  if (isEnough(outcomes.filter((outcome) => outcome === 'unnoticed'))) return { group, fault, outcome: 'unnoticed' };
  const isOpen = isEnough(outcomes.filter((outcome) => outcome !== 'noticed'));
  return { group, fault, outcome: isOpen ? 'only_judge' : 'noticed' };
}

/**
 * Grades a trial by every check that needs nobody else; the others count as passed, as they did in the trial before it was
 * broken.
 */
export function gradeForm(evalCase: Case, trial: Trial, custom: ProgramResults = new Map()): MutantOutcome {
  const { judge, embedding, custom: programs } = trialQuestions(evalCase, trial);
  const open = [
    ...[...judge, ...programs].filter(({ id }) => !custom.has(id)),
    ...embedding.filter(({ answer }) => answer !== null),
  ];
  const assumed = new Map([
    ...embedding.map(({ id }) => [id, { name: '', ...NO_ANSWER }] as const),
    ...open.map(({ id }) => [id, HOLDS] as const),
    ...custom,
  ]);
  const { outcome } = gradeByChecks(evalCase, trial, assumed);
  if (outcome === 'failed') return 'noticed';
  return outcome === 'passed' && open.length === 0 ? 'unnoticed' : 'only_judge';
}

const HOLDS: CheckResult = {
  name: '',
  passed: true,
  score: null,
  fact: { kind: 'unexplained', code: null, passed: true },
};

/** The mutants of one case. */
export interface CaseMutants {
  readonly id: string;
  /** Passing trials that were broken: with one of them nothing is known to vary. */
  readonly trials: number;
  readonly mutants: readonly GradedMutant[];
  /** Forbidden globs that no known tool matches. */
  readonly idle_globs: readonly string[];
  /** The case says `bites: false`. */
  readonly is_guard: boolean;
}

/** How many faults were tried, and how many of them noticed; those that only a judge could notice are counted apart. */
export function countMutants(mutants: readonly GradedMutant[]) {
  const only_judge = mutants.filter(({ outcome }) => outcome === 'only_judge').length;
  const noticed = mutants.filter(({ outcome }) => outcome === 'noticed').length;
  return { tried: mutants.length - only_judge, noticed, only_judge };
}

/** The faults of which some mutant was not noticed, each once, in the order of reports. */
export function unnoticedFaults(mutants: readonly GradedMutant[]): readonly GradedMutant['fault'][] {
  const missed = mutants.filter(({ outcome }) => outcome === 'unnoticed');
  const faults = missed
    .toSorted((left, right) => GROUPS.indexOf(left.group) - GROUPS.indexOf(right.group))
    .map(({ fault }) => [Object.values(fault).join(' '), fault] as const);
  return [...new Map(faults).values()];
}

/** Whether silence, an echo and the trials of other cases are noticed. */
export function isBiting(mutants: readonly GradedMutant[]): boolean {
  return !unnoticedFaults(mutants).some(({ kind }) => kind === 'silent' || kind === 'echo' || kind === 'other_case');
}

/** The result of the mutants of a case. `is_fine`: it bites, or says that it only guards. */
export function resultOfMutants({ mutants, is_guard }: Pick<CaseMutants, 'mutants' | 'is_guard'>) {
  const bites = isBiting(mutants);
  return { ...countMutants(mutants), bites, is_fine: bites || is_guard };
}
