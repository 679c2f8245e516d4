import type { Case } from '#cases/suite/case.ts';
import type { CustomChecks, Judge } from '#ports/grader-ports.ts';
import { criterionResult } from '#trials/checks/criterion-result.ts';
import { type ByJudge, type GradedTrial, gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { type TrialQuestions, trialQuestions } from '#trials/checks/trial-questions.ts';
import { addUsage } from '#trials/trial/add-usage.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { Usage } from '#trials/trial/usage.ts';
import type { Audit } from './audits.ts';

/** Those who grade what no pure check can. */
export interface TrialGraders {
  /** Programs. */
  readonly custom: CustomChecks;
  /** A model; absent: no criterion can be decided. */
  readonly judge?: Judge;
  /** A second one; absent: nobody judges again. */
  readonly audit?: Audit;
}

/** Grades one trial: asks programs, embeddings and the judge, in this order, what no pure check can decide; then every pure check. */
export async function gradeTrial(
  evalCase: Case,
  trial: Trial,
  { custom, judge, audit }: TrialGraders,
  signal: AbortSignal,
): Promise<GradedTrial> {
  const questions = trialQuestions(evalCase, trial);
  const results = new Map<string, CheckResult>();
  for (const { id, expectation, view } of questions.custom)
    results.set(id, await custom.judge(expectation, { case: evalCase, view }, signal));
  const embedding_usage = await measure(questions, custom, results, signal);
  const by_judge = judge === undefined ? null : await putToJudge(questions, judge, results, signal);
  const graded = { ...gradeByChecks(evalCase, trial, results), ...(embedding_usage && { embedding_usage }) };
  if (by_judge === null) return graded;
  const isAudited = graded.outcome !== 'error' && audit?.wants(evalCase, trial.index) === true;
  const again = isAudited ? await putToJudge(questions, audit.judge, new Map(), signal) : null;
  if (!isAudited || again === null) return { ...graded, by_judge };
  return { ...graded, by_judge: together(by_judge, again), audited: { judge: audit.identity, said: again.judged } };
}

/** @param results gets the result of every similarity by embeddings; what they cost is returned, `null`: nothing */
async function measure(
  { embedding }: TrialQuestions,
  custom: CustomChecks,
  results: Map<string, CheckResult>,
  signal: AbortSignal,
): Promise<Usage | null> {
  let sum: Usage | null = null;
  for (const { answer, ...check } of embedding) {
    const measured = await custom.embedding?.(check, answer, signal);
    if (measured === undefined) continue;
    results.set(check.id, measured.result);
    if (measured.usage !== null) sum = sum === null ? measured.usage : addUsage(sum, measured.usage);
  }
  return sum;
}

/** Both cost; the models of the first judge alone are those of the judge. */
function together(first: ByJudge, again: ByJudge): ByJudge {
  const { usage, log, replayed } = again;
  return {
    ...first,
    usage:
      first.usage === null || usage === null
        ? first.usage
        : { ...addUsage(first.usage, usage), models: first.usage.models ?? [] },
    log: [...first.log, ...log],
    replayed: first.replayed || replayed,
  };
}

/** @param results gets the result of every criterion that nobody else decides; `null`: there is none */
async function putToJudge(
  { case_id, index, judge: questions }: TrialQuestions,
  judge: Judge,
  results: Map<string, CheckResult>,
  signal: AbortSignal,
): Promise<ByJudge | null> {
  if (questions.length === 0) return null;
  const { answers, ...others } = await judge.judge({ case_id, index, questions }, signal);
  const judged = questions.flatMap(({ id, criterion }) => {
    const answer = answers.get(id);
    if (answer === undefined) return [];
    results.set(id, criterionResult(criterion, answer));
    return answer.judged ?? [];
  });
  return { judged, ...others };
}
