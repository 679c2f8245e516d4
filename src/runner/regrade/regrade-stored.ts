import { HASH_VERSION } from '#cases/suite/case-hashes.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { type GradedAnew, gradedAnew } from '#gate/baseline/regrading/graded-anew.ts';
import { regradable } from '#gate/baseline/regrading/regradable.ts';
import { asMeasuredHere } from '#gate/baseline/regrading/regraded-lookup.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import { METRICS_VERSION } from '#trials/metrics/measure-trial.ts';
import { judgeOf } from '../results/collect-results.ts';
import { gradeStored, type RegradePorts } from './grade-stored.ts';

/**
 * Grades every stored trial of a run by the expectations of a suite, also where those are unchanged. Trials of one case are
 * graded again all or not at all, as main's are when a change is compared with them.
 *
 * @returns `problem`: no case can be graded again, a sentence part about the run
 */
export async function regradeStored(
  stored: StoredRun,
  suite: LoadedSuite,
  ports: RegradePorts,
): Promise<GradedAnew | { readonly problem: string }> {
  const { hash_version: hashes, metrics_version: metrics } = stored.results;
  if (hashes !== HASH_VERSION)
    return {
      problem: `was made by a version of this program that identifies cases in another way (hash_version ${hashes})`,
    };
  const { run } = asMeasuredHere(stored);
  if (run.results.metrics_version !== METRICS_VERSION)
    return {
      problem: `was measured by another version of this program (metrics_version ${metrics}), and not every trial has its trajectory stored`,
    };
  const heads = suite.cases.map((evalCase) => caseHeader(evalCase, suite));
  const regradables = regradable(run.results.cases, heads, true);
  const { graded, problems } = await gradeStored(new Map([[run, regradables]]), suite, ports);
  const done = {
    cases: regradables,
    graded: graded.get(run) ?? new Map(),
    problems,
    heads,
    remeasured: run !== stored,
  };
  const { results, cases } = gradedAnew(run.results, done);
  const config = { path: suite.config_path, hash: suite.config_hash };
  return { cases, results: { ...results, config, ...judgeNow(cases, results, suite) } };
}

/** The judge of the new grades, if any of them is a judge's. */
function judgeNow(
  cases: GradedAnew['cases'],
  results: GradedAnew['results'],
  suite: LoadedSuite,
): ReturnType<typeof judgeOf> {
  const graded = new Set(cases.flatMap(({ id, problem }) => (problem === null ? [id] : [])));
  const again = suite.cases.filter((evalCase) => graded.has(evalCase.id));
  const records = new Map(results.cases.filter(({ id }) => graded.has(id)).map(({ id, trials }) => [id, trials]));
  return judgeOf({ config: suite.config, cases: again }, { records });
}
