import { customChecks } from '#domain/checks/custom-checks.ts';
import type { Issue } from '#domain/document/issue.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Case } from '#domain/suite/case.ts';
import type { CustomExpectation } from '#domain/suite/expectation.ts';
import type { SuiteFiles } from '../ports.ts';

/** Hashes the files that each case's custom checks run, by case id; cases without such checks have none. */
export async function hashGraders(
  files: SuiteFiles,
  cases: readonly Case[],
): Promise<{ readonly hashes: ReadonlyMap<string, string>; readonly issues: readonly Issue[] }> {
  const hashes = new Map<string, string>();
  const issues: Issue[] = [];
  for (const one of cases) {
    const parts: string[] = [];
    for (const { expectation } of customChecks(one)) {
      for (const path of filesOf(expectation)) {
        const source = await files.read(files.locate(path));
        if ('text' in source) parts.push(`${path}\n${hashJson(source.text)}`);
        else if (expectation.kind === 'module') {
          issues.push({ severity: 'error', ...one.source, column: 1, path: 'expect.custom', message: source.problem });
        }
      }
    }
    if (parts.length > 0) hashes.set(one.id, hashJson(parts));
  }
  return { hashes, issues };
}

/** Files whose text decides what a custom check says: the module, or those arguments of a command that look like paths. */
function filesOf(expectation: CustomExpectation): readonly string[] {
  return expectation.kind === 'module'
    ? [expectation.module]
    : expectation.command.filter((argument) => /[./]/.test(argument) && !argument.startsWith('-'));
}

/** Cases whose custom checks are no longer the ones that were read before the trials: the code under test can write to the workspace. */
export async function changedGraders(
  files: SuiteFiles,
  cases: readonly Case[],
  before: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { hashes } = await hashGraders(files, cases);
  return cases.map(({ id }) => id).filter((id) => hashes.get(id) !== before.get(id));
}
