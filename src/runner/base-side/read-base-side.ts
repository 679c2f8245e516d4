import type { JudgedSuite, KnownBase } from '#config/base-rules/base-side-findings.ts';
import { caseFilesOf } from '#config/base-rules/case-files-of.ts';
import { fileOf, hasGuards, namedFiles, type UnrunBase } from '#config/base-rules/cases-of-main.ts';
import { checkFirstPolicy } from '#config/base-rules/check-first-policy.ts';
import { sameGraders } from '#config/base-rules/same-graders.ts';
import { trialsOfMain } from '#config/base-rules/trials-of-main.ts';
import { withBaseGuards } from '#config/base-rules/with-base-guards.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { withinSelection } from '#gate/baseline/within-selection.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { readCasesOfMain } from './read-cases-of-main.ts';

/** The base side, with the files that its policy was read from. */
export interface BaseSide<Suite extends JudgedSuite = LoadedSuite> extends KnownBase<Suite> {
  readonly policy: PolicyFromBase | null;
}

/**
 * Reads what a suite is judged against, before anything of it runs.
 *
 * @param lookup main's runs as they are stored
 * @param isShard the merge reads the base commit for all shards
 */
export async function readBaseSide<Suite extends JudgedSuite>(
  suite: Suite,
  basePolicy: PolicyFromBase | null,
  lookup: BaselineLookup,
  isShard = false,
): Promise<BaseSide<Suite>> {
  const policy = checkFirstPolicy(basePolicy, lookup);
  const unrun = isShard ? null : await unrunBase(policy, lookup, suite);
  const { baseline: stored, left_out } = withinSelection(withBaseGuards(lookup, policy, unrun, suite), suite);
  const known = { policy, unrun, stored, left_out };
  if (policy?.origin.kind !== 'base') return { ...known, suite, trials: [] };
  const { suite: asOnMain, changes } = trialsOfMain(suite, stored);
  return { ...known, suite: asOnMain, trials: changes };
}

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
