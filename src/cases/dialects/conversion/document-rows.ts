import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json } from '#common/json.ts';

/** One case of a document in any format, and its place. */
export interface DocumentRow {
  readonly value: Json;
  readonly path: DocumentPath;
}

/** Keys under which a document may keep its list of cases. */
const listKeys = ['cases', 'test_cases', 'conversations', 'tests', 'eval_cases', 'evalCases'] as const;

/** The rows of a document: the items of a list, of an object's list of cases, or the document itself if it is one case. */
export function documentRows(document: Json): readonly DocumentRow[] {
  if (Array.isArray(document)) return rowsOf(document, []);
  const key = listKeyOf(document);
  if (key === null || !isJsonObject(document)) return [{ value: document, path: [] }];
  const list = document[key];
  return Array.isArray(list) ? rowsOf(list, [key]) : [];
}

/** The key of the document's cases; `null` if the document is a list or a single case. */
export function listKeyOf(document: Json): string | null {
  if (!isJsonObject(document)) return null;
  if (Object.hasOwn(document, 'skill_name') && Object.hasOwn(document, 'evals')) return 'evals';
  if (isListOf(document['evals'], 'prompt')) return 'evals';
  return listKeys.find((key) => Object.hasOwn(document, key) && !isListOf(document[key], 'role')) ?? null;
}

/** Of `prompt`: what is asked of a skill, whose name is next to it or left out; of `role`: the messages of one case. */
function isListOf(list: Json | undefined, key: 'prompt' | 'role'): boolean {
  return Array.isArray(list) && list.some((item: Json) => isJsonObject(item) && Object.hasOwn(item, key));
}

function rowsOf(list: readonly Json[], path: DocumentPath): readonly DocumentRow[] {
  return list.map((value, index) => ({ value, path: [...path, index] }));
}
