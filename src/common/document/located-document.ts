import type { Json } from '#common/json.ts';

/** Keys and indexes from the root of a document to a value in it. */
export type DocumentPath = readonly (string | number)[];

/** A parsed YAML, JSON or JSON Lines document that knows the place of each of its values. */
export interface LocatedDocument {
  /** Path of the file as users wrote it. */
  readonly file: string;
  readonly value: Json;
  /** Position of the value at `path`, or of the nearest ancestor that exists. Counts from 1. */
  locate(path: DocumentPath): { readonly line: number; readonly column: number };
}
