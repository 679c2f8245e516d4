import type { DocumentPath, LocatedDocument } from '#common/document/located-document.ts';
import type { PointableDocument } from '#common/document/parsed-document.ts';
import { pathText } from '#common/document/path-text.ts';
import type { ConvertedCase, FieldOrigin } from './conversion/dialect.ts';

/** The origin of a part of a converted case: the place of its nearest known ancestor, and from there by the same keys. */
export function originOf(converted: ConvertedCase, path: DocumentPath): DocumentPath {
  const noted = nearestField(converted, path);
  return noted === null ? converted.origin : [...noted.origin, ...path.slice(noted.field.length)];
}

/** A converted case as a document of its own whose values have the places of their foreign originals. */
export function foreignDocument(document: LocatedDocument, converted: ConvertedCase): PointableDocument {
  return {
    file: document.file,
    value: converted.case,
    locate: (path) => document.locate(originOf(converted, path)),
  };
}

/** The foreign path for a path of an issue in the converted case. */
export function foreignPathText(converted: ConvertedCase, text: string): string {
  const above = converted.fields.filter(({ field }) => isAbove(pathText(field), text));
  return pathText(longest(above)?.origin ?? converted.origin);
}

function isAbove(ancestor: string, text: string): boolean {
  return text.startsWith(ancestor) && ['', '.', '['].includes(text.charAt(ancestor.length));
}

function nearestField(converted: ConvertedCase, path: DocumentPath): FieldOrigin | null {
  return longest(converted.fields.filter(({ field }) => field.every((part, index) => path[index] === part)));
}

function longest(fields: readonly FieldOrigin[]): FieldOrigin | null {
  return fields.reduce<FieldOrigin | null>(
    (nearest, field) => (nearest === null || field.field.length >= nearest.field.length ? field : nearest),
    null,
  );
}
