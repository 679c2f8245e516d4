import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json } from '#domain/json.ts';
import { canonical } from './canonical.ts';
import type { Dialect } from './dialect.ts';
import { finalState } from './final-state.ts';
import { documentFormat } from './recognition/document-format.ts';
import type { FormatName } from './recognition/row-formats.ts';
import { supportSuite } from './support-suite.ts';
import { threeDimensions } from './three-dimensions.ts';
import { trajectoryList } from './trajectory-list.ts';

/** Every supported case format. To add one: its file, a line here, its distinctive fields in row-formats.ts. */
export const dialects: readonly Dialect[] = [canonical, trajectoryList, supportSuite, finalState, threeDimensions];

/** The format of a document: a dialect, a known format without a dialect, several formats at once, or unknown. */
export type Recognition =
  | { readonly kind: 'dialect'; readonly dialect: Dialect }
  | { readonly kind: 'unreadable'; readonly name: FormatName }
  | { readonly kind: 'mixed'; readonly names: readonly FormatName[]; readonly path: DocumentPath }
  | { readonly kind: 'unknown' };

/** Recognises a document by its fields, never by its file's name. */
export function recogniseDialect(document: Json): Recognition {
  const format = documentFormat(document);
  if (format.kind !== 'known') return format;
  const dialect = dialects.find(({ name }) => name === format.name);
  return dialect ? { kind: 'dialect', dialect } : { kind: 'unreadable', name: format.name };
}
