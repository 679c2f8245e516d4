import type { BaselineLookup, StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { poolRuns } from '#domain/baseline/pool/pool.ts';
import {
  lackOfTrajectories,
  type Regradable,
  regradable,
  storesInPart,
} from '#domain/baseline/regrading/regradable.ts';
import { asMeasuredHere, idsOf, namesOf, regradedLookup } from '#domain/baseline/regrading/regraded-lookup.ts';
import { type GradedAgain, unfairCases } from '#domain/baseline/regrading/unfair-cases.ts';
import { caseFacts } from '#domain/baseline/results/case-facts.ts';
import { customChecks } from '#domain/checks/custom-checks.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { Case } from '#domain/suite/case.ts';
import { isJudgedByModel } from '#domain/suite/criteria-of.ts';
import { plural } from '#domain/words.ts';
import type { CustomChecks } from '../ports.ts';
import type { Progress } from '../progress.ts';
import { type Regrader, regradeRun } from './regrade-run.ts';

/** Everything that grading again uses. */
export interface RegradePorts extends Omit<Regrader, 'concurrency' | 'custom'> {
  readonly progress: Pick<Progress, 'note'>;
  /** `problem`: why checks that are programs are not run, a sentence part. */
  readonly custom: CustomChecks | { readonly problem: string };
  /** To be done once before programs of the change run. */
  readonly prepare: () => Promise<void>;
}

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
  if (baseline.kind === 'none') return baseline;
  const runs = baseline.runs.map(asMeasuredHere);
  const pooled = new Set(
    poolRuns(
      runs.map(({ run }) => run.results),
      today,
    ).runs,
  );
  const [{ results: nearest }] = baseline.runs;
  const heads = suite.cases.map((evalCase) => caseFacts(evalCase, suite));
  const wanted = new Map<StoredRun, readonly Regradable[]>();
  for (const { run, stored } of runs)
    if (pooled.has(run.results)) wanted.set(run, regradable(run.results.cases, heads, run !== stored));
  const ids = idsOf(wanted);
  // Under other conditions no case can be compared, however it is graded.
  if (ids.length === 0 || nearest.agent.key !== suite.conditions.hash) return baseline;

  const byId = new Map(suite.cases.map((evalCase) => [evalCase.id, evalCase]));
  const byPrograms = new Set(suite.cases.filter((evalCase) => customChecks(evalCase).length > 0).map(({ id }) => id));
  const judged = ids.filter((id) => byPrograms.has(id));
  const { custom, problems } = await readyPrograms(judged, ports);
  if (ports.judge === undefined)
    for (const id of ids) if (isModelJudged(byId.get(id)) && !problems.has(id)) problems.set(id, NO_JUDGE);
  for (const [run, cases] of wanted) {
    const partial = storesInPart(run.results);
    for (const evalCase of cases) {
      const lack = lackOfTrajectories(evalCase) ?? partial;
      if (lack !== null && !problems.has(evalCase.record.id)) problems.set(evalCase.record.id, lack);
    }
  }
  const trials = [...wanted.values()].flat().filter(({ record }) => !problems.has(record.id));
  const count = trials.reduce((sum, evalCase) => sum + evalCase.wanted.length, 0);
  if (count > 0) ports.progress.note(`Grading ${plural(count, 'stored trial')} again, of ${namesOf(ids, problems)}.`);
  const regrader = { ...ports, custom, concurrency: suite.config.concurrency };
  const graded = new Map<StoredRun, GradedAgain>();
  // One run after the other: each is an archive in memory.
  for (const [run, cases] of wanted) {
    const left = cases.filter(({ record }) => !problems.has(record.id));
    graded.set(run, await regradeRun(run, left, byId, regrader));
  }
  for (const [id, problem] of unfairCases(wanted, graded, byPrograms)) problems.set(id, problem);
  return regradedLookup(baseline, runs, { wanted, graded, problems, heads });
}

/** Checks that may run, and why cases with such checks can't be graded again if none may. */
async function readyPrograms(
  judged: readonly string[],
  { custom, prepare }: RegradePorts,
): Promise<{ readonly custom: CustomChecks; readonly problems: Map<string, string> }> {
  const without = (problem: string) => ({ custom: NO_PROGRAMS, problems: new Map(judged.map((id) => [id, problem])) });
  if ('problem' in custom) return without(custom.problem);
  if (judged.length === 0) return { custom, problems: new Map() };
  return prepare().then(
    () => ({ custom, problems: new Map() }),
    // The run itself will meet and report the same problem.
    () => without('its checks are programs, and the agent could not be set up'),
  );
}

function isModelJudged(evalCase: Case | undefined): boolean {
  return evalCase !== undefined && isJudgedByModel(evalCase);
}

const NO_JUDGE = 'a model judges its criteria, and none can be asked here';

/** For cases none of whose checks is a program. */
const NO_PROGRAMS: CustomChecks = {
  judge: () => Promise.reject(new Error('no program is run here')),
};
