import { hashJson } from '#common/hash-json.ts';
import type { JudgeCriterion } from './criterion.ts';

/** sha256 (hex) of what a criterion asks, what it shows and where its score is cut, whatever its name: labels answer a question, not a name. */
export function questionHash({ ask, sees, min_score }: JudgeCriterion): string {
  return hashJson({ ask, sees, ...(min_score !== undefined && { min_score }) });
}
