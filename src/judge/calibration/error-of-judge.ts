import type { JudgeError } from '#statistics/judge/judge-error.ts';
import type { JudgeCalibration } from './calibration-file.ts';
import { errorOf } from './judge-error.ts';

/** A judge that asks one question. */
export interface QuestionOfJudge {
  /** Identity of the judge, as results.json names it. */
  readonly judge: string;
  readonly criterion: string;
  /** SHA-256 of the question's text; `null`: unknown, and not compared. */
  readonly ask: string | null;
}

/** The error of a judge on a criterion, or why it is not known, a sentence part: its verdicts then count as uncalibrated. */
export function errorOfJudge(
  calibration: JudgeCalibration | null,
  { judge, criterion, ask }: QuestionOfJudge,
): { readonly error: JudgeError } | { readonly uncalibrated: string } {
  if (calibration === null) return { uncalibrated: 'no labels show how often its judge errs' };
  if (calibration.judge !== judge) {
    const names = `${calibration.judge.slice(0, SHOWN)}, this is ${judge.slice(0, SHOWN)}`;
    return { uncalibrated: `another judge was calibrated (${names})` };
  }
  const known = Object.hasOwn(calibration.criteria, criterion) ? calibration.criteria[criterion] : undefined;
  if (known === undefined) return { uncalibrated: `no label says anything of ${criterion}` };
  if (ask !== null && known.questions != null && !known.questions.includes(ask))
    return { uncalibrated: `the labels of ${criterion} answer another question` };
  const error = errorOf(known);
  return error === null ? { uncalibrated: `${criterion} has no labels of both kinds` } : { error };
}

const SHOWN = 12;
