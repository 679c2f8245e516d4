import type { JsonObject } from '#common/json.ts';
import type { JudgeCriterion } from './criterion.ts';

/** Verdicts that a model may give. */
export const VERDICTS = ['met', 'not_met', 'cannot_tell'] as const;

/** JSON Schema of an answer to these criteria. The order of its keys is that of writing: evidence comes before verdict. */
export function answerSchema(criteria: readonly JudgeCriterion[]): JsonObject {
  if (criteria.length === 1) return ONE;
  return mapping(Object.fromEntries(criteria.map(({ id }) => [id, ONE])));
}

function mapping(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const ONE = mapping({
  evidence: { type: 'string', description: 'A passage of the content, copied word for word, or "none"' },
  verdict: { type: 'string', enum: [...VERDICTS] },
});
