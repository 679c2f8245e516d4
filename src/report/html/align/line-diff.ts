import { diffArrays, diffWordsWithSpace } from 'diff';

/** One line of two texts side by side. `changed` lines are next to each other and say which of their words differ. */
export type LineChange =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'removed' | 'added'; readonly words: readonly Word[] };

/** A piece of a line; `changed`: the other side does not have it. */
export interface Word {
  readonly text: string;
  readonly changed: boolean;
}

/** How many lines, or words of a line, may differ; beyond that the whole is shown as replaced. */
const MOST_CHANGES = { maxEditLength: 1000 };

/** The lines of two texts, in order: removed ones before the added ones that replace them. */
export function lineDiff(before: string, after: string): readonly LineChange[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const blocks = diffArrays(old, fresh, MOST_CHANGES) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: fresh },
  ];
  return blocks.flatMap(({ value, added, removed }, at): readonly LineChange[] => {
    if (!added && !removed) return value.map((text) => ({ kind: 'same', text }));
    const [kind, other, counterpart] = removed
      ? (['removed', 'added', blocks[at + 1]] as const)
      : (['added', 'removed', blocks[at - 1]] as const);
    const others = counterpart?.[other] === true ? counterpart.value : [];
    return value.map((line, place) => ({ kind, words: wordsOf(kind, line, others[place]) }));
  });
}

/** A line next to the one that it replaces, or that replaces it, word by word; whole where the two share little. */
function wordsOf(kind: 'removed' | 'added', line: string, other: string | undefined): readonly Word[] {
  const whole = [{ text: line, changed: true }];
  if (other === undefined) return whole;
  const [before, after] = kind === 'removed' ? [line, other] : [other, line];
  const parts = diffWordsWithSpace(before, after, MOST_CHANGES);
  if (parts === undefined) return whole;
  const changed = parts.filter((part) => part.added || part.removed);
  const [differ, all] = [countOf(changed), countOf(parts)];
  if (differ > 0.7 * (2 * all - differ)) return whole;
  return parts
    .filter((part) => part[kind] || (!part.added && !part.removed))
    .map((part) => ({ text: part.value, changed: part[kind] }));
}

function countOf(parts: readonly { readonly count: number }[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}
