import { isJsonObject } from '#common/json.ts';
import type { DocumentPath } from './located-document.ts';

/** Most levels of nested lists and mappings. */
export const MAX_DEPTH = 100;

/**
 * Content that a parsed document must not have although its syntax allows it: numbers that JSON can't write, and excessive
 * nesting.
 */
export function valueProblems(value: unknown): readonly { readonly path: DocumentPath; readonly message: string }[] {
  const problems: { path: DocumentPath; message: string }[] = [];
  const path: (string | number)[] = [];
  visit(value, path, (message) => problems.push({ path: [...path], message }));
  return problems;
}

/** `path` is one list for the whole walk, to avoid copies in a large document. */
function visit(value: unknown, path: (string | number)[], report: (message: string) => void): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    report(`expected a finite number, found ${value}; put it in quotes if it is meant as a text`);
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) {
    report(`nested deeper than ${MAX_DEPTH} levels; flatten it`);
    return;
  }
  const visitEntry = (key: string | number, entry: unknown) => {
    path.push(key);
    visit(entry, path, report);
    path.pop();
  };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) visitEntry(index, item);
  else if (isJsonObject(value)) for (const key of Object.keys(value)) visitEntry(key, value[key]);
}
