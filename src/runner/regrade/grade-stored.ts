import type { Case } from '#cases/suite/case.ts';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { plural } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { lackOfTrajectories, type Regradable, storesInPart } from '#gate/baseline/regrading/regradable.ts';
import { idsOf, namesOf } from '#gate/baseline/regrading/regraded-lookup.ts';
import { type GradedAgain, unfairCases } from '#gate/baseline/regrading/unfair-cases.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import type { Progress } from '#ports/progress.ts';
import { customChecks } from '#trials/checks/custom-checks.ts';
import { type Regrader, regradeRun } from './regrade-run.ts';

/** Everything that grading again uses. */
export interface RegradePorts extends Omit<Regrader, 'concurrency' | 'custom'> {
  readonly progress: Pick<Progress, 'note'>;
  /** `problem`: why checks that are programs are not run, a sentence part. */
  readonly custom: CustomChecks | { readonly problem: string };
  /** Why no judge can be asked, a sentence part; absent: no reason is known. */
  readonly no_judge?: string;
  /** To be done once before programs of the change run. */
  readonly prepare: () => Promise<void>;
}

/** New grades of stored trials. */
interface StoredGrades {
  readonly graded: ReadonlyMap<StoredRun, GradedAgain>;
  /** Why cases can't be graded again in every run, by id, a sentence part. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Grades these cases of stored runs by the expectations of a suite. Never throws. */
export async function gradeStored(
  casesByRun: ReadonlyMap<StoredRun, readonly Regradable[]>,
  suite: Pick<LoadedSuite, 'cases' | 'config'>,
  ports: RegradePorts,
): Promise<StoredGrades> {
  const ids = idsOf(casesByRun);
  const byId = new Map(suite.cases.map((evalCase) => [evalCase.id, evalCase]));
  const byPrograms = new Set(suite.cases.filter((evalCase) => customChecks(evalCase).length > 0).map(({ id }) => id));
  const judged = ids.filter((id) => byPrograms.has(id));
  const { custom, problems } = await readyPrograms(judged, ports);
  if (ports.judge === undefined)
    for (const id of ids)
      if (isModelJudged(byId.get(id)) && !problems.has(id)) problems.set(id, ports.no_judge ?? NO_JUDGE);
  for (const [run, cases] of casesByRun) {
    const partial = storesInPart(run.results);
    for (const evalCase of cases) {
      const lack = lackOfTrajectories(evalCase) ?? partial;
      if (lack !== null && !problems.has(evalCase.record.id)) problems.set(evalCase.record.id, lack);
    }
  }
  const trials = [...casesByRun.values()].flat().filter(({ record }) => !problems.has(record.id));
  const count = trials.reduce((sum, evalCase) => sum + evalCase.trials.length, 0);
  if (count > 0) ports.progress.note(`Grading ${plural(count, 'stored trial')} again, of ${namesOf(ids, problems)}.`);
  const regrader = { ...ports, custom, concurrency: suite.config.concurrency };
  const graded = new Map<StoredRun, GradedAgain>();
  // One run after the other: each is an archive in memory.
  for (const [run, cases] of casesByRun) {
    const left = cases.filter(({ record }) => !problems.has(record.id));
    graded.set(run, await regradeRun(run, left, byId, regrader));
  }
  for (const [id, problem] of unfairCases(casesByRun, graded, byPrograms)) problems.set(id, problem);
  return { graded, problems };
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
export const NO_PROGRAMS: CustomChecks = {
  judge: () => Promise.reject(new Error('no program is run here')),
};
