import type { Issue } from '#domain/document/issue.ts';
import type { LocatedDocument } from '#domain/document/located-document.ts';
import type { CaseDefaults } from '#domain/suite/parsing/merge-defaults.ts';
import { parseCase } from '#domain/suite/parsing/parse-case.ts';
import type { ConvertedCase } from './dialect.ts';
import type { PlacedCase } from './duplicate-ids.ts';
import { foreignDocument, foreignPathText, originOf } from './foreign-place.ts';

/** Checks a case that a dialect has rewritten; what is wrong with it is said of the foreign field it came from. */
export function parseConverted(
  document: LocatedDocument,
  converted: ConvertedCase,
  defaults: CaseDefaults | undefined,
): { readonly placed: PlacedCase } | { readonly issues: readonly Issue[] } {
  // A case of our own format stands in the document as it is; any other only in parts.
  const isVerbatim = converted.fields.some(({ field }) => field.length === 0);
  const place = isVerbatim
    ? { document, path: converted.origin }
    : { document: foreignDocument(document, converted), path: [] };
  const parsed = parseCase(converted.case, place, defaults);
  if ('case' in parsed) return { placed: { case: parsed.case, document, idPath: originOf(converted, ['id']) } };
  if (isVerbatim) return parsed;
  return { issues: parsed.issues.map((issue) => ({ ...issue, path: foreignPathText(converted, issue.path) })) };
}
