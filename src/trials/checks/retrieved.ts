import { isSameText } from '#cases/matching/texts/fold-text.ts';
import type { RetrievedExpectation } from '#cases/suite/expectation.ts';
import type { Check } from './terms/check.ts';
import { fails, holds, type Judgement } from './terms/judgement.ts';
import { shownTexts } from './terms/shown.ts';

/** `retrieved`: at least `min_hits` of the expected ids are among the first `k`. Score: hits / min_hits, at most 1. */
export const retrievedCheck: Check<RetrievedExpectation> = {
  key: 'retrieved',
  judge: (expectation, { retrieved }) => [{ name: 'retrieved', ...judgeRetrieved(expectation, retrieved) }],
};

function judgeRetrieved({ ids, k, min_hits }: RetrievedExpectation, retrieved: readonly string[] | null): Judgement {
  if (retrieved === null) {
    return fails('not_reported', 0, { kind: 'unreported', what: 'retrieved' });
  }
  const first = retrieved.slice(0, k);
  const expected = [...new Set(ids)];
  const hits = expected.filter((id) => first.some((document) => isSameText(document, id))).length;
  const fact = { kind: 'retrieved', hits, of: expected.length, k, needed: min_hits, lists: null } as const;
  if (hits >= min_hits) return holds(1, fact);
  const lists = { expected: shownTexts(expected), actual: shownTexts(first) };
  return fails('not_retrieved', hits / min_hits, { ...fact, lists });
}
