import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import type { ConvertedCase, FieldOrigin } from './dialect.ts';

/** A part of a case under construction with the place of its foreign original. */
export class Placed {
  readonly value: Draft;
  readonly origin: DocumentPath;

  constructor(value: Draft, origin: DocumentPath) {
    this.value = value;
    this.origin = origin;
  }
}

/** A case under construction: JSON with {@link Placed} parts; keys that are `undefined` are left out. */
export type Draft = Json | Placed | readonly Draft[] | DraftObject;

/** An object of a case under construction. */
export interface DraftObject {
  readonly [key: string]: Draft | undefined;
}

/** A part and the place of its foreign original. */
export function place(value: Draft, origin: DocumentPath): Placed {
  return new Placed(value, origin);
}

/** Like {@link place} for a field that may be absent: `null` gives `undefined`, which a draft leaves out. */
export function placeIfGiven(value: Draft | null, origin: DocumentPath): Placed | undefined {
  return value === null ? undefined : new Placed(value, origin);
}

/** Turns a finished draft into a case and the list of its fields' origins. */
export function settle(draft: Placed | DraftObject, origin: DocumentPath): ConvertedCase {
  const fields: FieldOrigin[] = [];
  const settled = unwrap(draft, [], fields);
  return { case: isJsonObject(settled) ? settled : {}, origin, fields };
}

/** The plain JSON of a part at `path` of the case; every {@link Placed} in it is added to `fields`. */
function unwrap(draft: Draft, path: DocumentPath, fields: FieldOrigin[]): Json {
  if (draft instanceof Placed) {
    fields.push({ field: path, origin: draft.origin });
    return unwrap(draft.value, path, fields);
  }
  if (isList(draft)) return draft.map((item, index) => unwrap(item, [...path, index], fields));
  if (!isDraftObject(draft)) return draft;
  const entries = Object.entries(draft).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, unwrap(value, [...path, key], fields)] as const],
  );
  return Object.fromEntries(entries);
}

function isList(draft: Draft): draft is readonly Draft[] {
  return Array.isArray(draft);
}

function isDraftObject(draft: Draft): draft is DraftObject {
  return typeof draft === 'object' && draft !== null && !isList(draft) && !(draft instanceof Placed);
}
