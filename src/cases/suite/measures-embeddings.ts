import type { Case } from './case.ts';

/** Whether a case demands similarity by embeddings anywhere. */
export function measuresEmbeddings({ expect, turns }: Pick<Case, 'expect' | 'turns'>): boolean {
  const all = [expect, ...turns.map((turn) => turn.expect)];
  return all.some((demands) => demands?.response?.similar?.min.embedding !== undefined);
}
