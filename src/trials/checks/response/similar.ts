import { TEXT_MEASURES, textSimilarity } from '#cases/matching/similarity/text-similarity.ts';
import type { SimilarExpectation } from '#cases/suite/expectation.ts';
import type { CheckResult } from '../terms/check.ts';
import { fails, holds, type Judgement } from '../terms/judgement.ts';
import { shownValue } from '../terms/shown.ts';

/** The answer is similar enough to one of the texts, by each measure that needs no model. Score: the similarity. */
export function gradeSimilar({ to, min }: SimilarExpectation, answer: string | null): readonly CheckResult[] {
  return TEXT_MEASURES.flatMap((measure) => {
    const least = min[measure];
    if (least === undefined) return [];
    const judgement = answer === null ? NO_ANSWER : gradeSimilarity(textSimilarity(measure, to, answer), least, answer);
    return [{ name: `response.similar.${measure}`, ...judgement }];
  });
}

/** A similarity next to the one that is needed. */
export function gradeSimilarity(similarity: number, least: number, answer: string): Judgement {
  const fact = { kind: 'similarity', similarity, least, text: null } as const;
  return similarity >= least - ROUNDING
    ? holds(similarity, fact)
    : fails('not_similar', similarity, { ...fact, text: shownValue(answer) });
}

/** No answer is similar to nothing. */
export const NO_ANSWER: Judgement = fails('no_answer', 0, { kind: 'no_answer' });

/** Far above the error of binary fractions. */
const ROUNDING = 1e-12;
