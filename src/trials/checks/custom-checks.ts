import type { Case } from '#cases/suite/case.ts';
import type { CustomExpectation, SimilarExpectation } from '#cases/suite/expectation.ts';
import { scopePrefix, scopesOf } from './terms/scopes.ts';

/** One check written by the user, with the id under which its result is graded. */
export interface CustomCheck {
  /** `custom.1`, `t2.custom.1`. */
  readonly id: string;
  /** `null`: the whole trial. */
  readonly turn: number | null;
  readonly expectation: CustomExpectation;
}

/** Every custom check of a case, in the order in which they are graded. */
export function customChecks(evalCase: Case): readonly CustomCheck[] {
  return scopesOf(evalCase).flatMap(({ turn, expect }) =>
    (expect.custom ?? []).map((expectation, index) => ({
      id: `${scopePrefix(turn)}custom.${index + 1}`,
      turn,
      expectation,
    })),
  );
}

/** Whether files of the repository besides the case decide how it is judged: those of custom checks, or those laid over a workspace. */
export function hasGraderFiles(evalCase: Case): boolean {
  return overlaysOf(evalCase).length > 0 || customChecks(evalCase).length > 0;
}

/** The folders that its commands lay over the workspace. */
export function overlaysOf({ expect: { commands } }: Case): readonly string[] {
  return (commands ?? []).flatMap(({ files }) => files?.folder ?? []);
}

/** The similarity of one answer by embeddings, with the id under which its result is graded. */
export interface EmbeddingCheck {
  /** `response.similar.embedding`, `t2.response.similar.embedding`. */
  readonly id: string;
  /** `null`: the whole trial. */
  readonly turn: number | null;
  readonly to: SimilarExpectation['to'];
  /** The similarity that is needed. */
  readonly min: number;
}

/** The name of such a check. */
export const EMBEDDING_CHECK = 'response.similar.embedding';

/** Every check of a case that needs a model of embeddings. */
export function embeddingChecks(evalCase: Case): readonly EmbeddingCheck[] {
  return scopesOf(evalCase).flatMap(({ turn, expect }) => {
    const { to = [], min } = expect.response?.similar ?? {};
    return min?.embedding === undefined
      ? []
      : [{ id: `${scopePrefix(turn)}${EMBEDDING_CHECK}`, turn, to, min: min.embedding }];
  });
}
