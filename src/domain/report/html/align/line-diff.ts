import { editPath } from '#domain/matching/edit-path.ts';

/** One line of two texts side by side. `changed` lines stand beside each other and say which of their words differ. */
export type LineChange =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'removed' | 'added'; readonly words: readonly Word[] };

/** A piece of a line; `changed`: the other side does not have it. */
export interface Word {
  readonly text: string;
  readonly changed: boolean;
}

/** Lines that are compared; longer texts are shown one after the other where they differ. */
const MOST_LINES = 1500;

/** Words of a line that are compared. */
const MOST_WORDS = 400;

/** The lines of two texts, in order: removed ones before the added ones that replace them. */
export function lineDiff(before: string, after: string): readonly LineChange[] {
  const old = before.split('\n');
  const fresh = after.split('\n');
  const blocks: LineChange[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    blocks.push(...replaced(removed, added));
    removed = [];
    added = [];
  };
  for (const { left, right } of lineSteps(old, fresh)) {
    if (left !== null && right !== null) {
      flush();
      blocks.push({ kind: 'same', text: old[left] ?? '' });
    } else if (left !== null) removed.push(old[left] ?? '');
    else if (right !== null) added.push(fresh[right] ?? '');
  }
  flush();
  return blocks;
}

function lineSteps(old: readonly string[], fresh: readonly string[]) {
  const equal = (l: number, r: number): number | null => (old[l] === fresh[r] ? 0 : null);
  if (Math.max(old.length, fresh.length) <= MOST_LINES) return editPath(old.length, fresh.length, equal).steps;
  return [...old.map((_, left) => ({ left, right: null })), ...fresh.map((_, right) => ({ left: null, right }))];
}

/** Lines that replace others: the first removed one beside the first added one, and so on, word by word. */
function replaced(removed: readonly string[], added: readonly string[]): readonly LineChange[] {
  const pairs = removed.map((line, index) => wordDiff(line, added[index] ?? null));
  return [
    ...pairs.map(({ before }): LineChange => ({ kind: 'removed', words: before })),
    ...added.map((line, index): LineChange => {
      const words = pairs[index]?.after ?? [{ text: line, changed: true }];
      return { kind: 'added', words };
    }),
  ];
}

function wordDiff(before: string, after: string | null): { readonly before: Word[]; readonly after: Word[] } {
  const whole = { before: [{ text: before, changed: true }], after: [{ text: after ?? '', changed: true }] };
  if (after === null) return whole;
  const old = wordsOf(before);
  const fresh = wordsOf(after);
  if (Math.max(old.length, fresh.length) > MOST_WORDS) return whole;
  const { steps, distance } = editPath(old.length, fresh.length, (l, r) => (old[l] === fresh[r] ? 0 : null));
  // Lines that share little are easier to read whole.
  if (distance > 0.7 * (old.length + fresh.length)) return whole;
  return {
    before: joined(steps.flatMap(({ left, right }) => (left === null ? [] : [word(old[left], right === null)]))),
    after: joined(steps.flatMap(({ left, right }) => (right === null ? [] : [word(fresh[right], left === null)]))),
  };
}

function wordsOf(line: string): readonly string[] {
  return line.match(/\s+|[\p{L}\p{N}_]+|./gu) ?? [];
}

function word(text: string | undefined, changed: boolean): Word {
  return { text: text ?? '', changed };
}

function joined(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  for (const next of words) {
    const last = result.at(-1);
    if (last?.changed === next.changed) result[result.length - 1] = { ...last, text: last.text + next.text };
    else result.push(next);
  }
  return result;
}
