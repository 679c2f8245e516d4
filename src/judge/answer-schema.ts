import type { JsonObject } from '#common/json.ts';
import type { JudgeCriterion } from './criterion.ts';

/** Verdicts that a model may give. */
export const VERDICTS = ['met', 'not_met', 'cannot_tell'] as const;

/** JSON Schema of an answer to these criteria. The order of its keys is that of writing: evidence comes before verdict. */
export function answerSchema(criteria: readonly JudgeCriterion[]): JsonObject {
  const [only] = criteria;
  if (only !== undefined && criteria.length === 1) return formOf(only);
  return mapping(Object.fromEntries(criteria.map((criterion) => [criterion.id, formOf(criterion)])));
}

function mapping(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function formOf({ min_score }: JudgeCriterion): JsonObject {
  const score = { type: ['number', 'null'], description: 'From 0 to 1; null if the content does not allow one' };
  return mapping({
    evidence: { type: 'string', description: 'A passage of the content, copied word for word, or "none"' },
    ...(min_score === undefined ? { verdict: { type: 'string', enum: [...VERDICTS] } } : { score }),
  });
}
