import type { CustomChecks } from '#ports/grader-ports.ts';
import type { ModelAccess } from './model-access.ts';

/** Checks that can also ask the model of embeddings, if there is one. */
export function withEmbedding<Checks extends CustomChecks>(
  checks: Checks,
  { embedding }: Pick<ModelAccess, 'embedding'>,
): Checks {
  return embedding === null ? checks : { ...checks, embedding };
}
