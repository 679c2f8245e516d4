import type { DocumentPath } from '#common/document/located-document.ts';
import type { Json } from '#common/json.ts';
import type { Dialect, DialectOptions } from '../conversion/dialect.ts';
import { type FormatName, isUnread, type UnreadFormat } from '../conversion/row-formats.ts';
import { documentFormat } from './document-format.ts';

/** The format of a document: a dialect, one that is known and not read, several formats at once, or unknown. */
export type Recognition =
  | { readonly kind: 'dialect'; readonly dialect: Dialect }
  | { readonly kind: 'unread'; readonly name: UnreadFormat }
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
  if (dialect !== undefined) return { kind: 'dialect', dialect };
  return isUnread(format.name) ? { kind: 'unread', name: format.name } : { kind: 'unknown' };
}

const ROWS = { kind: 'known', name: 'rows' } as const;
