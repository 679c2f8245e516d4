import type { DocumentPath, LocatedDocument } from './located-document.ts';

/** A place in a file; both count from 1. Columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A document parsed from text, which knows the places of its values and its keys. */
export interface ParsedDocument extends LocatedDocument {
  /** Position of the key that `path` ends in, or of the nearest ancestor that exists. */
  locateKey(path: DocumentPath): Position;
}

/** A document that may or may not know the places of its keys. */
export type PointableDocument = LocatedDocument & Partial<Pick<ParsedDocument, 'locateKey'>>;

/** A value of a document: the place for messages about it. */
export interface Place {
  readonly document: PointableDocument;
  readonly path: DocumentPath;
}
