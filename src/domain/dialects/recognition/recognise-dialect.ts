import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json } from '#domain/json.ts';
import type { Dialect, DialectOptions } from '../dialect.ts';
import { documentFormat } from './document-format.ts';
import type { FormatName } from './row-formats.ts';

/** The format of a document: a dialect, several formats at once, or unknown. */
export type Recognition =
  | { readonly kind: 'dialect'; readonly dialect: Dialect }
  | { readonly kind: 'mixed'; readonly names: readonly FormatName[]; readonly path: DocumentPath }
  | { readonly kind: 'unknown' };

/** Recognises a document by its fields, never by its file's name; rows whose columns are named need no recognition. */
export function recogniseDialect(
  document: Json,
  { columns }: DialectOptions,
  dialects: readonly Dialect[],
): Recognition {
  const format = columns === undefined ? documentFormat(document) : ROWS;
  if (format.kind !== 'known') return format;
  const dialect = dialects.find(({ name }) => name === format.name);
  return dialect ? { kind: 'dialect', dialect } : { kind: 'unknown' };
}

const ROWS = { kind: 'known', name: 'rows' } as const;
