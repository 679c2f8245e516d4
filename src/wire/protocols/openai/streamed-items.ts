import type { JsonObject } from '#common/json.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import { objectOf } from '../format/read-body.ts';

/** An item of a streamed Responses answer. */
export interface StreamedItem {
  readonly index: number | null;
  /** As the events told it last; `null`: only pieces came. */
  latest: JsonObject | null;
  done: boolean;
  text: string;
  /** Arguments or input of a call. */
  arguments: string;
}

/** The items of an answer, whose events name their item by its place in the output, by an id, or not at all. */
export interface StreamedItems {
  /** `output_item.added`. */
  begin(data: JsonObject): void;
  /** `output_item.done`. */
  finish(data: JsonObject): void;
  /** The item of a piece. */
  of(data: JsonObject): StreamedItem;
  /** By their places, then in the order in which they began. */
  all(): readonly StreamedItem[];
  /** An item began while the pieces of another one could still come and could belong to either. */
  areMixed(): boolean;
}

/** @param isOpen whether pieces of a call may still come */
export function streamedItems(isOpen: (item: StreamedItem) => boolean): StreamedItems {
  const items: StreamedItem[] = [];
  let mixed = false;
  const add = (data: JsonObject): StreamedItem => {
    const item = { index: indexOf(data), latest: null, done: false, text: '', arguments: '' };
    items.push(item);
    return item;
  };
  const sameAs = (data: JsonObject) => items.findLast((item) => isSame(item, data));
  const open = (data: JsonObject) => neighbours(data, items).filter(({ done }) => !done);
  return {
    begin(data) {
      const known = sameAs(data);
      const item = known?.done === false ? known : add(data);
      const others = open(data).filter((other) => other !== item && isOpen(other));
      mixed ||= others.length > 0 && (indexOf(data) !== null || idsOf(data).length === 0);
      item.latest = objectOf(data['item']);
    },
    finish(data) {
      const waiting = open(data);
      const known = sameAs(data) ?? waiting.at(-1);
      mixed ||= known !== undefined && !isSame(known, data) && waiting.filter(isOpen).length > 1;
      const item = known ?? add(data);
      item.latest = objectOf(data['item']);
      item.done = true;
    },
    of: (data) => sameAs(data) ?? open(data).at(-1) ?? neighbours(data, items).at(-1) ?? add(data),
    all: () => items.toSorted((left, right) => placeOf(left, items) - placeOf(right, items)),
    areMixed: () => mixed,
  };
}

/** The items that an event without an id may mean. */
function neighbours(data: JsonObject, items: readonly StreamedItem[]): readonly StreamedItem[] {
  const index = indexOf(data);
  return index === null ? items : items.filter((item) => item.index === index);
}

function isSame({ latest, index }: StreamedItem, data: JsonObject): boolean {
  const at = indexOf(data);
  if (at !== null && index !== null && at !== index) return false;
  const own = idsOf({ item: latest });
  return idsOf(data).some((id) => own.includes(id));
}

/** Some servers give an item another `id` in each event; the id of a call stays. */
function idsOf(data: JsonObject): readonly string[] {
  const item = objectOf(data['item']);
  return [data['item_id'], item['id'], item['call_id']].flatMap((id) => stringOrNull(id) || []);
}

function indexOf({ output_index: index }: JsonObject): number | null {
  return typeof index === 'number' ? index : null;
}

function placeOf(item: StreamedItem, items: readonly StreamedItem[]): number {
  return item.index ?? items.indexOf(item);
}
