import type { RetrievedExpectation } from '#domain/suite/expectation.ts';
import type { Check } from './check.ts';
import { fails, holds, type Judgement } from './judgement.ts';
import { shown } from './shown.ts';

/** `retrieved`: at least `min_hits` of the expected ids are among the first `k`. Score: hits / min_hits, at most 1. */
export const retrievedCheck: Check<RetrievedExpectation> = {
  key: 'retrieved',
  judge: (expectation, { retrieved }) => [{ name: 'retrieved', ...judgeRetrieved(expectation, retrieved) }],
};

function judgeRetrieved({ ids, k, min_hits }: RetrievedExpectation, retrieved: readonly string[] | null): Judgement {
  if (retrieved === null) {
    return fails(
      'not_reported',
      0,
      'the agent did not say what it retrieved: return "retrieved" (ids, best first) with the answer',
    );
  }
  const first = retrieved.slice(0, k);
  const expected = [...new Set(ids)];
  const hits = expected.filter((id) => first.includes(id)).length;
  const count = `${hits} of ${expected.length} expected ids among the first ${k}, at least ${min_hits} needed`;
  if (hits >= min_hits) return holds(1, count);
  return fails('not_retrieved', hits / min_hits, `${count}; expected ${shown([...expected])}, got ${shown(first)}`);
}
