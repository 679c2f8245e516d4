import { baseRuleFindings } from '#domain/base-rules/base-rule-findings.ts';
import { selectionNote } from '#domain/base-rules/selection-note.ts';
import { inputsOf } from '#domain/base-rules/workflow-reasons.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Findings } from '#domain/gate/finding.ts';
import type { BaseSide, JudgedSuite } from './read-base-side.ts';
import { casesForRules } from './read-cases-of-main.ts';

/** Results compared with main's, and what was read of the base commit before the run. */
export interface ComparedRun {
  readonly results: ResultsFile;
  readonly lookup: BaselineLookup;
  readonly comparison: Comparison;
  readonly base: BaseSide<JudgedSuite>;
  readonly run: Pick<ResultsFile['run'], 'shard'>;
}

/** What a change does to its own rules, and whether it ran only a part of main's cases; for shards, the merge reports that. */
export async function baseFindings(compared: ComparedRun): Promise<Pick<Findings, 'base_rules' | 'selection'>> {
  const { results, lookup, base, run } = compared;
  const { policy, unrun, left_out, stored } = base;
  const { suite, comparison } = withCarried(compared);
  const cases = await casesForRules(policy, unrun, comparison);
  const inputs = inputsOf(results, stored);
  return {
    base_rules: baseRuleFindings({ ...base, suite, main: unrun, cases, comparison, inputs }),
    selection:
      run.shard === undefined ? selectionNote({ results, suite, comparison, baseline: lookup, left_out }) : null,
  };
}

/** Cases that the change can't reach are in its suite as they are on main. */
function withCarried({ base: { suite }, comparison }: ComparedRun): Pick<ComparedRun, 'comparison'> & {
  readonly suite: JudgedSuite;
} {
  const { carried = [] } = comparison;
  if (carried.length === 0) return { suite, comparison };
  const unchanged = carried.map((item) => ({ ...item, status: 'comparable' as const, candidate: item.baseline }));
  return {
    suite: { ...suite, cases: [...suite.cases, ...(suite.carried?.cases ?? [])] },
    comparison: { ...comparison, cases: [...comparison.cases, ...unchanged] },
  };
}
