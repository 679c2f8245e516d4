import type { Case } from '#cases/suite/case.ts';
import { findPhrases } from '#trials/checks/response/find-phrases.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** Phrases found / phrases of all `response.contains`; `null` without any. A missing answer contains no phrase. */
export function phraseRecall(evalCase: Case, trial: Trial): number | null {
  let hits = 0;
  let phrases = 0;
  for (const { turn, expect } of scopesOf(evalCase)) {
    const { contains = [], case_sensitive = false } = expect.response ?? {};
    const answer = trialView(evalCase, trial, turn).output;
    phrases += contains.length;
    hits += answer === null ? 0 : findPhrases(contains, answer, case_sensitive).length;
  }
  return phrases === 0 ? null : hits / phrases;
}
