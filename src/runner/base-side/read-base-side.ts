import type { JudgedSuite, KnownBase } from '#config/base-rules/base-side-findings.ts';
import { checkFirstPolicy } from '#config/base-rules/check-first-policy.ts';
import { trialsOfMain } from '#config/base-rules/trials-of-main.ts';
import { withBaseGuards } from '#config/base-rules/with-base-guards.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { withinSelection } from '#gate/baseline/within-selection.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { unrunBase } from './unrun-base.ts';

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
