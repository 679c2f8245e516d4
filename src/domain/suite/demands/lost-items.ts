import { jsonText } from '#domain/json-text.ts';
import { maximumMatching } from '#domain/matching/bipartite.ts';

/** A demand that is gone, and what there is in its place. */
export interface Lost {
  /**
   * `less`: what is demanded in its place, if anything, is surely less; `rewritten`: nobody can tell; `kept`: what took its place is at least
   * as strict.
   */
  readonly kind: 'less' | 'rewritten' | 'kept';
  /** A sentence part such as `limits.max_steps 6 → 12`, without free text of the case. */
  readonly words: string;
}

/** Surely less is demanded. */
export function less(words: string): Lost {
  return { kind: 'less', words };
}

/** Something else is demanded. */
export function rewritten(words: string): Lost {
  return { kind: 'rewritten', words };
}

/** How an entry of a list may live on in another one. */
export interface Likeness<Item> {
  /** The other demands it too, and of two such entries each needs one of its own. */
  readonly isKept?: (before: Item, after: Item) => boolean;
  /** The other demands it too, however many it stands for. */
  readonly isCovered?: (before: Item, after: Item) => boolean;
  /** The other demands nothing that it did not demand. */
  readonly isLooser?: (before: Item, after: Item) => boolean;
}

/** Entries of a list that the other one no longer has: in what took their place they are kept, are loosened or nobody can tell, or nothing did. */
export function lostItems<Item>(
  name: string,
  before: readonly Item[],
  after: readonly Item[] | undefined,
  { isKept = isEqual, isCovered = never, isLooser = never }: Likeness<Item> = {},
): readonly Lost[] {
  if (after === undefined) return [];
  const partners = matched(before, after, isKept);
  const lost = before.filter((_, i) => partners[i] === -1);
  if (lost.length === 0) return [];
  const gone = lost.filter((one) => !after.some((other) => isCovered(one, other)));
  const free = after.filter((other, i) => !partners.includes(i) && !lost.some((one) => isCovered(one, other)));
  const loosened = matched(gone, free, isLooser).filter((partner) => partner !== -1).length;
  const dropped = Math.max(0, gone.length - free.length);
  const counts = { dropped, loosened, rewritten: lost.length - dropped - loosened };
  const [first = '', ...more] = Object.entries(counts).flatMap(([how, count]) =>
    count > 0 ? [`${count} ${how}`] : [],
  );
  const words = `${name}: ${[first.replace(' ', ` of ${before.length} `), ...more].join(', ')}`;
  const kind = dropped + loosened > 0 ? 'less' : gone.length === 0 ? 'kept' : 'rewritten';
  return [{ kind, words }];
}

/** For each of the one list its partner in the other, -1: none. As many as can find one do. */
function matched<Item>(
  list: readonly Item[],
  others: readonly Item[],
  fits: (one: Item, other: Item) => boolean,
): readonly number[] {
  return maximumMatching(list.length, others.length, (i, j) => {
    const [one, other] = [list[i], others[j]];
    return one !== undefined && other !== undefined && fits(one, other);
  });
}

function never(): boolean {
  return false;
}

function isEqual(one: unknown, other: unknown): boolean {
  return jsonText(one) === jsonText(other);
}
