import { criterionOfCheck, type JudgedCriterion } from '#judge/judged.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';

/** The criteria that a judge decides in some trials of a case, one of each turn by itself, sorted. */
export function criteriaOfTrials(trials: readonly Pick<LeanTrial, 'judged'>[]): readonly string[] {
  const places = new Map<string, string>();
  for (const { judged = NONE } of trials)
    for (const { criterion, turn = 0 } of judged) places.set(JSON.stringify([criterion, turn]), criterion);
  return [...places.values()].sort();
}

const NONE: readonly JudgedCriterion[] = [];

/**
 * Whether a trial passes with the verdicts of a second judge in place of the first one's.
 *
 * @param by identity of the second judge; `null`: whichever graded it
 * @returns `null` if that judge did not grade it, or gave no verdict
 */
export function passesByAudit(
  { audited, checks, failure }: Pick<LeanTrial, 'audited' | 'checks' | 'failure'>,
  by: string | null,
): boolean | null {
  if (audited === undefined || (by !== null && audited.judge !== by)) return null;
  const isVerdict = ({ verdict }: JudgedCriterion) => verdict === 'met' || verdict === 'not_met';
  if (audited.said.length === 0 || !audited.said.every(isVerdict)) return null;
  const failsOtherwise =
    (failure !== null && failure.kind !== 'check') ||
    checks.some(({ name, passed }) => passed === false && criterionOfCheck(name) === null);
  return !failsOtherwise && audited.said.every(({ verdict }) => verdict === 'met');
}
