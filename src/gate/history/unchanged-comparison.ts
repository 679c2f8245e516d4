import { compare } from '#gate/baseline/comparison/compare.ts';
import { isUnchanged } from '#gate/baseline/epoch/epoch.ts';
import { isSameRun } from '#gate/baseline/pool/pool.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { failsByComparison } from '#gate/decision/again/again-findings.ts';
import { decide } from '#gate/decision/decide.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { UnchangedComparison } from './history-row.ts';

/**
 * The gate on a run of main, compared as a pull request would be with the runs before it from which nothing of ours differs: the
 * same commit, or a built-in agent with the same prompt, tools, model and settings. Whatever is red is a false alarm,
 * or the provider's drift.
 *
 * @param before runs of main, nearest first; earlier attempts of the run itself are ignored
 * @returns `null` if something differs from all of them, or nothing can be compared
 */
export function unchangedComparison(
  run: ResultsFile,
  before: readonly ResultsFile[],
  policy: Policy,
): UnchangedComparison | null {
  // Trials that a budget or a crash cut off leave nothing to test, and a threshold promises no rate.
  if (!run.complete || policy.method !== 'statistical') return null;
  const same = before.filter((other) => !isSameRun(run, other) && isUnchanged(run, other));
  const candidate = { ...run, run: { ...run.run, side: 'candidate' as const } };
  const comparison = compare(candidate, same);
  if (!comparison.cases.some(({ status }) => status === 'comparable')) return null;
  const { reasons } = decide(comparison, policy, candidate);
  return { red: reasons.some(failsByComparison), promised: 1 - policy.confidence };
}
