import { scopesOf } from '#domain/checks/terms/scopes.ts';
import { trialView } from '#domain/checks/trial-view.ts';
import type { Case } from '#domain/suite/case.ts';
import type { RetrievedExpectation } from '#domain/suite/expectation.ts';
import type { Trial } from '#domain/trial/trial.ts';

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
