import type { Case } from '#cases/suite/case.ts';
import type { RetrievedExpectation } from '#cases/suite/expectation.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** Accuracy at k: share of `retrieved` expectations with at least one expected id among the first k; `null` without any. */
export function retrievalAccuracy(evalCase: Case, trial: Trial): number | null {
  const queries = scopesOf(evalCase).flatMap(({ turn, expect }) => {
    const retrieved = trialView(evalCase, trial, turn).retrieved ?? (trial.end.kind === 'completed' ? null : []);
    return expect.retrieved === undefined || retrieved === null ? [] : [hits(expect.retrieved, retrieved)];
  });
  return queries.length === 0 ? null : queries.filter(Boolean).length / queries.length;
}

function hits({ ids, k }: RetrievedExpectation, retrieved: readonly string[]): boolean {
  return retrieved.slice(0, k).some((id) => ids.includes(id));
}
