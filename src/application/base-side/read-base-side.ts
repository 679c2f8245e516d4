import type { UnrunBase } from '#domain/base-rules/cases-of-main.ts';
import { checkFirstPolicy } from '#domain/base-rules/check-first-policy.ts';
import { type TrialsChange, trialsOfMain } from '#domain/base-rules/trials-of-main.ts';
import { withBaseGuards } from '#domain/base-rules/with-base-guards.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { CaseRecord } from '#domain/baseline/results/results-file.ts';
import { withinSelection } from '#domain/baseline/within-selection.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { unrunBase } from './unrun-base.ts';

/** The part of a suite that is judged; the files of its checks are known only where it runs. */
export type JudgedSuite = Pick<LoadedSuite, 'cases' | 'left_out' | 'carried'> & Partial<Pick<LoadedSuite, 'graders'>>;

/** What the base commit and main's runs say about a suite, known before its first trial. */
export interface BaseSide<Suite extends JudgedSuite = LoadedSuite> {
  /** `null`: only the suite's own policy applies. */
  readonly policy: PolicyFromBase | null;
  /** The guards of the base commit, if main's stored runs are older; `null`: the stored runs have them all. */
  readonly unrun: UnrunBase | null;
  /** Main's runs with those guards, within the selection. */
  readonly stored: BaselineLookup;
  /** Cases of main's nearest run that the selection leaves out. */
  readonly left_out: readonly CaseRecord[];
  /** The suite; if a base policy applies, each case has as many trials as on main. */
  readonly suite: Suite;
  /** Cases for which the change asks for another number. */
  readonly trials: readonly TrialsChange[];
}

/**
 * Reads what a suite is judged against, before anything of it runs.
 *
 * @param found main's runs as they are stored
 * @param isShard the merge reads the base commit for all shards
 */
export async function readBaseSide<Suite extends JudgedSuite>(
  suite: Suite,
  given: PolicyFromBase | null,
  found: BaselineLookup,
  isShard = false,
): Promise<BaseSide<Suite>> {
  const policy = checkFirstPolicy(given, found);
  const unrun = isShard ? null : await unrunBase(policy, found, suite);
  const { baseline: stored, left_out } = withinSelection(withBaseGuards(found, policy, unrun, suite), suite);
  const known = { policy, unrun, stored, left_out };
  if (policy?.origin.kind !== 'base') return { ...known, suite, trials: [] };
  const { suite: asOnMain, changes } = trialsOfMain(suite, stored);
  return { ...known, suite: asOnMain, trials: changes };
}
