import { customChecks } from '#domain/checks/custom-checks.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Case } from '#domain/suite/case.ts';
import type { SuiteFiles } from '../ports.ts';
import { graderFiles } from './grader-files.ts';
import { withImports } from './with-imports.ts';

/** Hashes of the files that a case's custom checks run, by path. */
export type GraderTexts = ReadonlyMap<string, string>;

/** Reads what the checks of a case name and import; files that are not there are in no list. `isRead` says which of the named are looked for. */
export async function graderTexts(
  read: SuiteFiles['read'],
  one: Case,
  isRead: (path: string) => boolean = () => true,
): Promise<GraderTexts> {
  const named = customChecks(one).flatMap(({ expectation }) => graderFiles(expectation));
  const found = await withImports(read, [...new Set(named)].filter(isRead));
  return new Map(found.flatMap((file) => ('text' in file ? [[file.path, hashJson(file.text)] as const] : [])));
}
