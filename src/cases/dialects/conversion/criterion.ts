import type { Expectations } from '#cases/suite/expectation.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { hashJson } from '#common/hash-json.ts';
import { type DraftObject, place } from './placed.ts';

/** A question to the judge, named by a hash of what it asks: the same text is the same criterion in every case. */
export function criterion(
  word: string,
  ask: string,
  origin: DocumentPath,
  sees: NonNullable<Expectations['judge']>[number]['sees'] = ['answer'],
): DraftObject {
  const id = `${word}-${hashJson({ ask, sees: [...sees] }).slice(0, 8)}`;
  return { judge: [place({ id, ask: place(ask, origin), sees: [...sees] }, origin)] };
}
