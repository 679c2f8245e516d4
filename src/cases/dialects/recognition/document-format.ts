import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { documentRows, listKeyOf } from '../conversion/document-rows.ts';
import { type FormatName, isBareCanonicalRow, rowFormats } from '../conversion/row-formats.ts';

/** The format of a whole document; `mixed` if its rows have the fields of several. */
export type DocumentFormat =
  | { readonly kind: 'known'; readonly name: FormatName }
  | { readonly kind: 'mixed'; readonly names: readonly FormatName[]; readonly path: DocumentPath }
  | { readonly kind: 'unknown' };

/**
 * Finds a document's format by the fields of its rows. Rows without a distinctive field follow the others, so that a broken row
 * in a good file is reported as such; if no row has one, the key of the list decides.
 */
export function documentFormat(document: Json): DocumentFormat {
  if (isPromptfooConfig(document)) return { kind: 'known', name: 'promptfoo' };
  const rows = documentRows(document);
  const names = new Set<FormatName>();
  for (const row of rows) {
    for (const name of rowFormats(row.value)) names.add(name);
    if (names.size > 1) return { kind: 'mixed', names: [...names], path: row.path };
  }
  const [name] = names;
  if (name !== undefined) return { kind: 'known', name };
  const byKey = formatByListKey[listKeyOf(document) ?? ''];
  if (byKey !== undefined) return { kind: 'known', name: byKey };
  const isBare = rows.length > 0 && rows.every((row) => isBareCanonicalRow(row.value));
  return isBare ? { kind: 'known', name: 'canonical' } : { kind: 'unknown' };
}

const formatByListKey: { readonly [key: string]: FormatName | undefined } = {
  cases: 'canonical',
  test_cases: 'support-suite',
  conversations: 'final-state',
  tests: 'promptfoo',
  eval_cases: 'adk-evalset',
  evalCases: 'adk-evalset',
  evals: 'agent-skills',
};

/** Its tests may be columns of any name, or be left out. */
function isPromptfooConfig(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  const has = (...keys: readonly string[]) => keys.some((key) => key in document);
  return (
    (has('tests') && has('prompts', 'defaultTest')) || (has('prompts') && has('providers', 'targets', 'scenarios'))
  );
}
