import type { LoadedSuite } from '#config/loaded-suite.ts';
import { poolRuns } from '#gate/baseline/pool/pool.ts';
import { type Regradable, regradable } from '#gate/baseline/regrading/regradable.ts';
import { asMeasuredHere, idsOf, regradedLookup } from '#gate/baseline/regrading/regraded-lookup.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import { gradeStored, type RegradePorts } from './grade-stored.ts';

/**
 * The stored runs as if main had had the change's expectations, and as if this version had measured them: if only the
 * expectations of a case changed, or a run was measured by another version of the metrics, stored trials are graded again, so
 * that the case stays comparable. If a case can't be graded again in every run, the reason is kept: runs that happen to have
 * their trajectories are a biased sample of main. Never throws: after any problem the case stays as it was.
 *
 * @param today `created_at` of the run that is compared with them
 * @returns the lookup, with a note of what was done
 */
export async function regradeBaseline(
  baseline: BaselineLookup,
  suite: Pick<LoadedSuite, 'cases' | 'grader_hashes' | 'config' | 'conditions'>,
  today: string,
  ports: RegradePorts,
): Promise<BaselineLookup> {
  // Stored trials hold what other tests said.
  if (baseline.kind === 'none' || suite.config.agent.kind === 'suite') return baseline;
  const runs = baseline.runs.map(asMeasuredHere);
  const pooled = new Set(
    poolRuns(
      runs.map(({ run }) => run.results),
      today,
    ).runs,
  );
  const [{ results: nearest }] = baseline.runs;
  const heads = suite.cases.map((evalCase) => caseHeader(evalCase, suite));
  const casesByRun = new Map<StoredRun, readonly Regradable[]>();
  for (const { run, stored } of runs)
    if (pooled.has(run.results)) casesByRun.set(run, regradable(run.results.cases, heads, run !== stored));
  const ids = idsOf(casesByRun);
  // Under other conditions no case can be compared, however it is graded.
  if (ids.length === 0 || nearest.agent.key !== suite.conditions.hash) return baseline;

  const { graded, problems } = await gradeStored(casesByRun, suite, ports);
  return regradedLookup(baseline, runs, { cases_by_run: casesByRun, graded, problems, heads });
}
