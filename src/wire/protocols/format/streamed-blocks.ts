import type { Json, JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';

/** A block of a streamed answer, as far as its pieces came. */
export interface StreamedBlock {
  /** Empty: only pieces came. */
  readonly begun: JsonObject;
  text: string | null;
  /** Input of a tool, JSON text in pieces. */
  input: string;
  /** Fields that come whole. */
  more: JsonObject;
  stopped: boolean;
  /** A piece of input came that can't belong to this block: it takes none, or already had all. */
  strays: boolean;
}

/** The blocks of a streamed answer by their place. */
export interface StreamedBlocks {
  /** A block begins, also where another one has its place. Without a place it is the next one. */
  begin(place: Json | undefined, begun: JsonObject): StreamedBlock;
  /** The block of a piece: the last one that began at its place; without a place the last of all; a new one where there is none. */
  of(place: Json | undefined): StreamedBlock;
  addText(place: Json | undefined, text: Json | undefined): void;
  addInput(place: Json | undefined, piece: Json | undefined): void;
  /** By their places, then in the order in which they began. */
  all(): readonly StreamedBlock[];
  /** Pieces may be of another block: one began where another one was open, or input came where none is taken. */
  areMixed(): boolean;
}

/**
 * @param takesInput whether a block is a call, by what began it
 * @param isGiven whether its input came whole
 * @param mayRepeat pieces may repeat what came whole
 */
export function streamedBlocks(
  takesInput: (begun: JsonObject) => boolean,
  isGiven: (block: StreamedBlock) => boolean = () => false,
  mayRepeat = false,
): StreamedBlocks {
  const blocks: { readonly place: number; readonly block: StreamedBlock }[] = [];
  let overlap = false;
  const isOpen = ({ begun, input, stopped }: StreamedBlock) =>
    takesInput(begun) && !stopped && jsonOrUndefined(input) === undefined;
  const last = (place: Json | undefined) =>
    typeof place === 'number' ? blocks.findLast((placed) => placed.place === place) : blocks.at(-1);
  const begin = (place: Json | undefined, begun: JsonObject): StreamedBlock => {
    const at = typeof place === 'number' ? place : Math.max(-1, ...blocks.map((placed) => placed.place)) + 1;
    const before = last(place)?.block;
    overlap ||= before !== undefined && isOpen(before) && !isGiven(before);
    const block = { begun, text: null, input: '', more: {}, stopped: false, strays: false };
    blocks.push({ place: at, block });
    return block;
  };
  const of = (place: Json | undefined) => last(place)?.block ?? begin(place, {});
  return {
    begin,
    of,
    addText(place, text) {
      const block = of(place);
      block.text = (block.text ?? '') + (stringOrNull(text) ?? '');
    },
    addInput(place, piece) {
      const block = of(place);
      const json = stringOrNull(piece) ?? '';
      block.strays ||= json.trim() !== '' && !(isOpen(block) && (mayRepeat || !isGiven(block)));
      block.input += json;
    },
    all: () => blocks.toSorted((left, right) => left.place - right.place).map(({ block }) => block),
    areMixed: () => overlap || blocks.some(({ block }) => block.strays),
  };
}
