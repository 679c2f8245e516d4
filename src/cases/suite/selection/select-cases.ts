import { compileGlob } from '#cases/matching/glob.ts';
import type { Case } from '../case.ts';

/** Which cases to keep: those that match one of the ids (globs) and have one of the tags. An empty list keeps all. */
export interface CaseSelection {
  readonly ids: readonly string[];
  readonly tags: readonly string[];
}

/** The remaining cases, in their order; or why nothing would run. */
export type SelectedCases = { readonly cases: readonly Case[] } | { readonly problem: string };

/** Keeps the selected cases. An id or tag that selects nothing is a problem, so that a typo never shrinks a suite silently. */
export function selectCases(cases: readonly Case[], { ids, tags }: CaseSelection): SelectedCases {
  const matchers = ids.map((id) => (id === '' ? () => false : idMatcher(id)));
  const unmatched = [
    ...ids.filter((_, index) => !cases.some(({ id }) => matchers[index]?.(id))).map((id) => `id ${JSON.stringify(id)}`),
    ...tags
      .filter((tag) => !cases.some((evalCase) => evalCase.tags.includes(tag)))
      .map((tag) => `tag ${JSON.stringify(tag)}`),
  ];
  if (unmatched.length > 0) {
    return {
      problem: `no case has the ${unmatched.join(', ')}; expected ids (globs such as refund/*) or tags of this suite's ${cases.length} cases`,
    };
  }
  const selected = cases.filter(
    (evalCase) =>
      (matchers.length === 0 || matchers.some((matches) => matches(evalCase.id))) &&
      (tags.length === 0 || evalCase.tags.some((tag) => tags.includes(tag))),
  );
  if (selected.length > 0) return { cases: selected };
  return {
    problem:
      cases.length === 0
        ? 'the suite has no cases; add one'
        : 'no case has one of the ids and one of the tags; select by fewer of them',
  };
}

function idMatcher(id: string): (candidate: string) => boolean {
  const fits = compileGlob(id, 'id');
  return (candidate) => candidate === id || fits(candidate);
}
