import { caseFilesOf } from '#config/base-rules/case-files-of.ts';
import { fileOf, hasGuards, namedFiles, type UnrunBase } from '#config/base-rules/cases-of-main.ts';
import { sameGraders } from '#config/base-rules/same-graders.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { readCasesOfMain } from './read-cases-of-main.ts';

/**
 * Reads what main guards now: before anything of the change runs, and only if its stored runs may not know that. `null`: they
 * are of the base commit itself, or nothing is guarded.
 */
export async function unrunBase(
  policy: PolicyFromBase | null,
  stored: BaselineLookup,
  suite: Pick<LoadedSuite, 'cases'> & Partial<Pick<LoadedSuite, 'graders'>>,
): Promise<UnrunBase | null> {
  if (policy?.origin.kind !== 'base' || stored.kind === 'none') return null;
  const { origin, config_path, source } = policy;
  const [{ results }] = stored.runs;
  const main = { ...origin, config_path, source };
  if (results.commit.sha === source.files.sha) return null;
  if (!hasGuards(main) && !results.cases.some((record) => record.never_fail)) return null;
  const list = await source.files.list();
  const listing = 'problem' in list ? null : list;
  const caseFiles = listing === null ? { files: namedFiles(main), whole: false } : caseFilesOf(main, listing);
  const files = [...caseFiles.files, ...results.cases.flatMap(fileOf), ...suite.cases.flatMap(fileOf)];
  return {
    cases: await readCasesOfMain(files, main, listing),
    listed: caseFiles.whole,
    same_graders: listing === null ? new Set() : sameGraders(suite.graders ?? new Map(), main, listing),
  };
}
