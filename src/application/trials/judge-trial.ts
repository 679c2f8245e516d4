import type { CheckResult } from '#domain/checks/check.ts';
import { customChecks, embeddingChecks } from '#domain/checks/custom-checks.ts';
import { type GradedTrial, gradeTrial } from '#domain/checks/grade-trial.ts';
import { trialView } from '#domain/checks/trial-view.ts';
import type { Case } from '#domain/suite/case.ts';
import type { Trial } from '#domain/trial/trial.ts';
import type { CustomChecks } from '../ports.ts';

/** Grades one trial: runs the case's custom checks (programs) and asks for embeddings first, then every pure check. */
export async function judgeTrial(
  evalCase: Case,
  trial: Trial,
  programs: CustomChecks,
  signal: AbortSignal,
): Promise<GradedTrial> {
  const results = new Map<string, CheckResult>();
  if (trial.end.kind !== 'error') {
    for (const { id, turn, expectation } of customChecks(evalCase)) {
      const view = trialView(evalCase, trial, turn);
      results.set(id, await programs.judge(expectation, { case: evalCase, view }, signal));
    }
    for (const check of programs.embedding === undefined ? [] : embeddingChecks(evalCase)) {
      const { output } = trialView(evalCase, trial, check.turn);
      const result = await programs.embedding?.(check, output, signal);
      if (result !== undefined) results.set(check.id, result);
    }
  }
  return gradeTrial(evalCase, trial, results);
}
