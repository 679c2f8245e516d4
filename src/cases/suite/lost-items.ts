import { maximumMatching } from '#cases/matching/bipartite.ts';
import { canonicalJson, type JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';

/** A demand that is gone, and its replacement. */
export interface Lost {
  /**
   * `less`: its replacement, if any, certainly demands less; `rewritten`: unknown; `kept`: its replacement is at least as
   * strict.
   */
  readonly kind: 'less' | 'rewritten' | 'kept';
  /** A sentence part such as `limits.max_steps 6 → 12`, without free text of the case. */
  readonly words: string;
}

/** Certainly less is demanded. */
export function less(words: string): Lost {
  return { kind: 'less', words };
}

/** Something else is demanded. */
export function rewritten(words: string): Lost {
  return { kind: 'rewritten', words };
}

/** The replacements are of another kind, and may demand less or more. */
export function unclear(losses: readonly Lost[]): readonly Lost[] {
  return losses.map((item) => (item.kind === 'less' ? rewritten(item.words) : item));
}

/** How an entry of a list may continue in another one. */
export interface Likeness<Item> {
  /** The other demands it too, and each such entry needs its own. */
  readonly isKept?: (before: Item, after: Item) => boolean;
  /** The other demands it too, even for several entries. */
  readonly isCovered?: (before: Item, after: Item) => boolean;
  /** The other demands nothing more. */
  readonly isLooser?: (before: Item, after: Item) => boolean;
}

/** Entries of a list that the other one no longer has: each is kept, loosened or rewritten in a replacement, or simply gone. */
export function lostItems<Item>(
  name: string,
  before: readonly Item[],
  after: readonly Item[] | undefined,
  { isKept = isEqual, isCovered = never, isLooser = never }: Likeness<Item> = {},
): readonly Lost[] {
  if (after === undefined) return [];
  const partners = matchItems(before, after, isKept);
  const removed = before.filter((_, i) => partners[i] === -1);
  if (removed.length === 0) return [];
  const gone = removed.filter((item) => !after.some((other) => isCovered(item, other)));
  const free = after.filter((other, i) => !partners.includes(i) && !removed.some((item) => isCovered(item, other)));
  const loosened = matchItems(gone, free, isLooser).filter((partner) => partner !== -1).length;
  const dropped = Math.max(0, gone.length - free.length);
  const counts = { dropped, loosened, rewritten: removed.length - dropped - loosened };
  const [first = '', ...more] = Object.entries(counts).flatMap(([how, count]) =>
    count > 0 ? [`${count} ${how}`] : [],
  );
  const words = `${name}: ${[first.replace(' ', ` of ${before.length} `), ...more].join(', ')}`;
  const kind = dropped + loosened > 0 ? 'less' : gone.length === 0 ? 'kept' : 'rewritten';
  return [{ kind, words }];
}

/** For each entry of the one list its partner in the other, -1: none. A maximum matching. */
function matchItems<Item>(
  list: readonly Item[],
  others: readonly Item[],
  fits: (left: Item, right: Item) => boolean,
): readonly number[] {
  return maximumMatching(list.length, others.length, (i, j) => {
    const [item, counterpart] = [list[i], others[j]];
    return item !== undefined && counterpart !== undefined && fits(item, counterpart);
  });
}

function never(): boolean {
  return false;
}

function isEqual(left: unknown, right: unknown): boolean {
  return jsonText(left) === jsonText(right);
}

/** Keys of a mapping that the other item no longer has, or has with another value. */
export function lostKeys(name: string, before: JsonObject, after: JsonObject): readonly Lost[] {
  return Object.entries(before).flatMap(([key, value]) => {
    const now = Object.hasOwn(after, key) ? (after[key] ?? null) : undefined;
    if (now === undefined) return [less(`${name}.${key} is no longer checked`)];
    return canonicalJson(value) === canonicalJson(now) ? [] : [rewritten(`${name}.${key} rewritten`)];
  });
}

/** A lower bound that is lower now; `null`: there is none. */
export function lowered(name: string, before: number | null, after: number | null): readonly Lost[] {
  return before !== null && (after === null || after < before) ? [less(`${name} ${before} → ${after ?? 'none'}`)] : [];
}

/** An upper bound that is higher now; `null`: there is none. */
export function raised(name: string, before: number | null, after: number | null): readonly Lost[] {
  return before !== null && (after === null || after > before) ? [less(`${name} ${before} → ${after ?? 'none'}`)] : [];
}
