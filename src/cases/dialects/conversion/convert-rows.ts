import { foundValue } from '#common/document/found-value.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import type { Conversion, ConvertedRow, DialectProblem } from './dialect.ts';
import { type DocumentRow, documentRows, listKeyOf } from './document-rows.ts';
import { type Fields, readFields } from './fields.ts';
import { type DraftObject, type Placed, settle } from './placed.ts';
import { soundsLikeDemand } from './unread-fields.ts';

/**
 * Converts every row of a document with `convertRow`. A row with an error gives problems instead of a case; no row is dropped
 * silently.
 *
 * @param fileFields fields next to the list of cases that the dialect reads; any other is a warning, or an error if it sounds
 * like a demand
 */
export function convertRows(
  document: Json,
  convertRow: (row: Fields) => Placed | DraftObject,
  fileFields: readonly string[] = [],
): Conversion {
  return {
    rows: documentRows(document).map((row) => convertOne(row, convertRow)),
    problems: listProblems(document, fileFields),
  };
}

function convertOne(row: DocumentRow, convertRow: (row: Fields) => Placed | DraftObject): ConvertedRow {
  const problems: DialectProblem[] = [];
  if (!isJsonObject(row.value)) {
    const message = `expected a case (a mapping), found ${foundValue(row.value)}`;
    return { ...row, converted: null, problems: [{ severity: 'error', path: row.path, message }] };
  }
  const draft = convertRow(readFields(row.value, row.path, problems));
  const isSound = problems.every((problem) => problem.severity === 'warning');
  return { ...row, converted: isSound ? settle(draft, row.path) : null, problems };
}

function listProblems(document: Json, fileFields: readonly string[]): readonly DialectProblem[] {
  const key = listKeyOf(document);
  if (key === null || !isJsonObject(document)) return [];
  const list = document[key] ?? null;
  const message = `expected the list of cases, found ${foundValue(list)}`;
  const wrongList: DialectProblem[] = Array.isArray(list) ? [] : [{ severity: 'error', path: [key], message }];
  const known = [key, '$schema', ...fileFields];
  const unread = Object.keys(document).filter((name) => !known.includes(name));
  return [...wrongList, ...unreadFileFields(unread, key)];
}

/** A problem for every field next to the list of cases that is not read: an error if it sounds like a demand. */
function unreadFileFields(names: readonly string[], listKey: string): readonly DialectProblem[] {
  return names.map((name) => {
    const message = `\`${name}\` next to \`${listKey}\` is not read; move it into the cases or remove it`;
    return { severity: soundsLikeDemand(name) ? 'error' : 'warning', path: [name], message };
  });
}
