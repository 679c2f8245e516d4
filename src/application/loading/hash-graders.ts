import { customChecks } from '#domain/checks/custom-checks.ts';
import type { Issue } from '#domain/document/issue.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Case } from '#domain/suite/case.ts';
import type { SuiteFiles } from '../ports.ts';
import { graderFiles } from './grader-files.ts';
import { readOnce, withImports } from './with-imports.ts';

/** Hashes the files that each case's custom checks run, by case id; cases without such checks have none. */
export async function hashGraders(
  files: SuiteFiles,
  cases: readonly Case[],
): Promise<{ readonly hashes: ReadonlyMap<string, string>; readonly issues: readonly Issue[] }> {
  const read = readOnce(files);
  const hashes = new Map<string, string>();
  const issues: Issue[] = [];
  for (const one of cases) {
    const parts: string[] = [];
    for (const { expectation } of customChecks(one)) {
      for (const file of await withImports(read, graderFiles(expectation))) {
        if ('text' in file) parts.push(`${file.path}\n${hashJson(file.text)}`);
        else if (expectation.kind === 'module') {
          issues.push({ severity: 'error', ...one.source, column: 1, path: 'expect.custom', message: file.problem });
        }
      }
    }
    if (parts.length > 0) hashes.set(one.id, hashJson(parts));
  }
  return { hashes, issues };
}
