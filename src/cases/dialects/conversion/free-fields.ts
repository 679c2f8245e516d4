import type { JsonObject } from '#common/json.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, place, placeIfGiven } from './placed.ts';
import { unreadInformation } from './unread-fields.ts';

/**
 * Fields of foreign rows besides input and demands. Fields that our own cases have too mean the same (`context`, `history`,
 * `trials`, `tags`, `metadata`); `category` (a text) becomes the first tag; any other field becomes metadata, which is reported
 * but never given to the agent. Call it last, when the row's own fields have been read.
 *
 * @param known the fields of the format, for messages
 * @param metadata the format's own metadata
 */
export function freeFields(row: Fields, known: readonly string[], metadata: DraftObject = {}): DraftObject {
  const shared = sharedFields.filter((key) => row.raw(key) !== null);
  const tags = readTags(row);
  const fields = row.fields('metadata');
  const all = {
    ...metadata,
    ...(fields && placeValues(fields, fields.unread())),
    ...placeValues(row, unreadInformation(row, known)),
  };
  return {
    ...Object.fromEntries(shared.map((key) => [key, place(row.raw(key), row.at(key))])),
    tags,
    metadata: Object.keys(all).length > 0 ? all : undefined,
  };
}

const sharedFields = ['context', 'history', 'trials'];

/** The tags of a row: its category first. */
export function readTags(row: Fields): DraftObject['tags'] {
  const category = placeIfGiven(row.text('category') || null, row.at('category'));
  const tags = (row.texts('tags') ?? []).map((tag, index) => place(tag, [...row.at('tags'), index]));
  const all = [category, ...tags].filter((tag) => tag !== undefined);
  return all.length > 0 ? all : undefined;
}

function placeValues(fields: Fields, values: JsonObject): DraftObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, place(value, fields.at(key))]));
}
