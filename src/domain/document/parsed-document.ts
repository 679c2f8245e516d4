import type { DocumentPath, LocatedDocument } from './located-document.ts';

/** A place in a file; both count from 1. Columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A document read from text: besides its values it can point at its keys. */
export interface ParsedDocument extends LocatedDocument {
  /** Position of the key that `path` ends in, or of the nearest ancestor that exists. */
  locateKey(path: DocumentPath): Position;
}

/** A document that may or may not know where its keys stand. */
export type PointableDocument = LocatedDocument & Partial<Pick<ParsedDocument, 'locateKey'>>;

/** A value of a document: where messages about it point. */
export interface Place {
  readonly document: PointableDocument;
  readonly path: DocumentPath;
}
