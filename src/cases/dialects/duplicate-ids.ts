import type { Case } from '#cases/suite/case.ts';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath, LocatedDocument } from '#common/document/located-document.ts';

/** A case and the place of its id. */
export interface PlacedCase {
  readonly case: Case;
  readonly document: LocatedDocument;
  readonly idPath: DocumentPath;
}

/** An error for every case whose id an earlier one has, naming both places. */
export function duplicateIds(cases: readonly PlacedCase[]): readonly Issue[] {
  const first = new Map<string, PlacedCase>();
  return cases.flatMap((placed) => {
    const earlier = first.get(placed.case.id);
    if (earlier !== undefined) return [duplicate(placed, earlier)];
    first.set(placed.case.id, placed);
    return [];
  });
}

function duplicate({ case: { id }, document, idPath }: PlacedCase, earlier: PlacedCase): Issue {
  const { line, column } = earlier.document.locate(earlier.idPath);
  const message = `the id "${id}" is taken at ${earlier.document.file}:${line}:${column}; ids (or names, or tasks that have neither) must be unique: rename or remove one of the two`;
  return issueAt(document, idPath, message);
}
