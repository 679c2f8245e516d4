import { type Regradable, whyBiased } from '#gate/baseline/regrading/regradable.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** Trials graded again, by case and index; `problem`: the trajectories can't be read, a sentence part. */
export type GradedAgain = ReadonlyMap<string, ReadonlyMap<number, TrialRecord>> | { readonly problem: string };

/**
 * Cases some of whose trials in a run can't be graded again, with the reason, a sentence part. Runs whose trajectories can't be
 * read at all are not the cases' problem.
 */
export function unfairCases(
  casesByRun: ReadonlyMap<StoredRun, readonly Regradable[]>,
  graded: ReadonlyMap<StoredRun, GradedAgain>,
  byPrograms: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const passed = new Map<string, { before: number; after: number }>();
  for (const [run, cases] of casesByRun) {
    const grades = graded.get(run);
    if (grades === undefined || 'problem' in grades) continue;
    for (const evalCase of cases) {
      const { id } = evalCase.record;
      const trials = grades.get(id);
      if (trials === undefined) continue;
      const problem = whyBiased(evalCase, trials);
      if (problem !== null) problems.set(id, problem);
      const sum = passed.get(id) ?? { before: 0, after: 0 };
      passed.set(id, {
        before: sum.before + passes(evalCase.trials),
        after: sum.after + passes([...trials.values()]),
      });
    }
  }
  for (const [id, { before, after }] of passed) {
    if (before > 0 && after === 0 && byPrograms.has(id) && !problems.has(id)) problems.set(id, UNLIKELY);
  }
  return problems;
}

function passes(trials: readonly TrialRecord[]): number {
  return trials.filter(({ outcome }) => outcome === 'passed').length;
}

const UNLIKELY =
  'no stored trial still passes its checks; the checks are programs and may read more than the trial they are given';
