import type { Case } from '#cases/suite/case.ts';
import { type CaseSelection, selectCases } from './select-cases.ts';

/** Cases that a selection leaves out, by id, with the selected tags that they lack; empty: for another reason. */
export type LeftOutCases = ReadonlyMap<string, readonly string[]>;

/** Which of all cases were not selected, and why. */
export function leftOutCases(
  all: readonly Case[],
  selected: readonly Case[],
  { ids, tags }: CaseSelection,
): LeftOutCases {
  const selectedIds = new Set(selected.map(({ id }) => id));
  const isNamed = (evalCase: Case) =>
    ids.length === 0 || ids.some((id) => 'cases' in selectCases([evalCase], { ids: [id], tags: [] }));
  const wanting = (evalCase: Case) =>
    isNamed(evalCase) && !evalCase.tags.some((tag) => tags.includes(tag)) ? tags : [];
  return new Map(all.filter(({ id }) => !selectedIds.has(id)).map((evalCase) => [evalCase.id, wanting(evalCase)]));
}
