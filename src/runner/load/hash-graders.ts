import type { Case } from '#cases/suite/case.ts';
import type { GraderFiles } from '#cases/suite/graders/grader-files.ts';
import { type Issue, lineIssue } from '#common/document/issue.ts';
import { hashJson } from '#common/hash-json.ts';
import { customChecks, hasGraderFiles, overlaysOf } from '#trials/checks/custom-checks.ts';
import { type GraderLook, graderFiles } from './grader-files.ts';

/** The files of custom checks, by case id; cases without such checks have none. */
export interface HashedGraders {
  readonly graders: ReadonlyMap<string, GraderFiles>;
  readonly hashes: ReadonlyMap<string, string>;
  readonly issues: readonly Issue[];
}

/** Finds and hashes the files that each case's custom checks run and read. */
export async function hashGraders(look: GraderLook, cases: readonly Case[]): Promise<HashedGraders> {
  const graders = new Map<string, GraderFiles>();
  const hashes = new Map<string, string>();
  const issues: Issue[] = [];
  const known = new Map<string, Promise<GraderFiles>>();
  for (const evalCase of cases) {
    if (!hasGraderFiles(evalCase)) continue;
    const checks = customChecks(evalCase);
    // Many cases have the same checks.
    const key = JSON.stringify([checks.map(({ expectation }) => expectation), overlaysOf(evalCase)]);
    const finding = known.get(key) ?? graderFiles(look, evalCase);
    known.set(key, finding);
    const collection = await finding;
    graders.set(evalCase.id, collection);
    if (collection.files.size > 0)
      hashes.set(
        evalCase.id,
        hashJson([...collection.files].sort(([x], [y]) => (x < y ? -1 : 1)).map(([path, hash]) => `${path} ${hash}`)),
      );
    for (const message of collection.problems) issues.push(lineIssue(evalCase.source, 'expect.custom', message));
  }
  return { graders, hashes, issues };
}
