import type { Json } from '#common/json.ts';

/** The blocks of a streamed answer by their place. */
export interface PlacedBlocks<T> {
  /** A block begins, also where another one has its place. Without a place it is the next one. */
  begin(place: Json | undefined, block: T): T;
  /** The block of a piece: the last one that began at its place; without a place the last of all. `make` begins a missing one. */
  at(place: Json | undefined, make: () => T): T;
  /** By their places, then in the order in which they began. */
  all(): readonly T[];
  /** A block began at the place of another one that was `open` then, or without a place after one: later pieces fit both. */
  overlap(): boolean;
}

/** @param isOpen whether pieces of a block may still come */
export function placedBlocks<T>(isOpen: (block: T) => boolean): PlacedBlocks<T> {
  const blocks: { readonly place: number; readonly block: T }[] = [];
  let overlap = false;
  const last = (place: Json | undefined) =>
    typeof place === 'number' ? blocks.findLast((placed) => placed.place === place) : blocks.at(-1);
  const begin = (place: Json | undefined, block: T): T => {
    const at = typeof place === 'number' ? place : Math.max(-1, ...blocks.map((placed) => placed.place)) + 1;
    const before = last(place);
    overlap ||= before !== undefined && isOpen(before.block);
    blocks.push({ place: at, block });
    return block;
  };
  return {
    begin,
    at: (place, make) => last(place)?.block ?? begin(place, make()),
    all: () => blocks.toSorted((left, right) => left.place - right.place).map(({ block }) => block),
    overlap: () => overlap,
  };
}
