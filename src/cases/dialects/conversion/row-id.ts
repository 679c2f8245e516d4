import { slug } from '#cases/suite/parsing/slug.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, type Placed, placeIfGiven } from './placed.ts';

/**
 * The id of a foreign case: its `id`, or else its name, slugged. Two rows of the same name get the same id and are refused as
 * duplicates: an appended number would belong to another row when rows move.
 */
export function readRowId(row: Fields): Placed | undefined {
  const id = row.identifier('id');
  const name = row.has('id') ? null : row.text('name');
  return slugOf(row, 'id', id) ?? slugOf(row, 'name', name);
}

/** Id and name of a row of a format in which every row has a name. */
export function readNamed(row: Fields): DraftObject {
  return { id: readRowId(row), name: placeIfGiven(row.requiredText('name'), row.at('name')) };
}

/** The slug of an identifier in the field `key`. */
export function slugOf(row: Fields, key: string, identifier: string | null): Placed | undefined {
  return placeIfGiven(identifier === null ? null : slug(identifier), row.at(key));
}
