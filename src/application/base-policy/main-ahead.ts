import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import { caseFilesOf } from './case-files-of.ts';
import { type CasesOfMain, type ConfigOfMain, casesOfMain, fileOf, namedFiles } from './cases-of-main.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { sameGraders } from './same-graders.ts';

/** What the base commit's own files say of main's cases, where main's stored runs are older. */
export interface MainAhead {
  readonly cases: CasesOfMain;
  /** All of its case files are among those: its globs could be looked up. */
  readonly listed: boolean;
  /** Cases of the change, by id, whose checks run files that the base commit has just so. */
  readonly same_graders: ReadonlySet<string>;
}

/**
 * Reads what main guards now: before anything of the change runs, and only where that may be something else than its stored runs know.
 * `null`: those are the base commit's own, or nothing is guarded.
 */
export async function mainAhead(
  policy: PolicyFromBase | null,
  stored: BaselineLookup,
  suite: Pick<LoadedSuite, 'cases'> & Partial<Pick<LoadedSuite, 'graders'>>,
): Promise<MainAhead | null> {
  if (policy?.origin.kind !== 'base' || stored.kind === 'none') return null;
  const { origin, config_path, source } = policy;
  const [{ results }] = stored.runs;
  const main = { ...origin, config_path, source };
  if (results.commit.sha === source.files.sha) return null;
  if (!hasGuards(main) && !results.cases.some((record) => record.never_fail)) return null;
  const found = await source.files.list();
  const listing = 'problem' in found ? null : found;
  const named = listing === null ? { files: namedFiles(main), whole: false } : caseFilesOf(main, listing);
  const files = [...named.files, ...results.cases.flatMap(fileOf), ...suite.cases.flatMap(fileOf)];
  return {
    cases: await casesOfMain(files, main, listing),
    listed: named.whole,
    same_graders: listing === null ? new Set() : sameGraders(suite.graders ?? new Map(), main, listing),
  };
}

/** Whether any case of main may be under a rule of its own. */
export function hasGuards({ base: { gate } }: ConfigOfMain): boolean {
  return gate.never_fail.length > 0 || Object.keys(gate.tags).length > 0;
}
