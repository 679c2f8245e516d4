import { hashJson } from '#common/hash-json.ts';
import type { JudgeCriterion } from './criterion.ts';

/** sha256 (hex) of what a criterion asks and of what it shows, whatever its name: labels answer a question, not a name. */
export function questionHash({ ask, sees }: JudgeCriterion): string {
  return hashJson({ ask, sees });
}
