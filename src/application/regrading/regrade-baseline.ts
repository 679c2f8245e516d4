import type { BaselineLookup, StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { poolRuns } from '#domain/baseline/pool/pool.ts';
import {
  lackOfTrajectories,
  notRegraded,
  type Regradable,
  regradable,
  regraded,
  storesInPart,
} from '#domain/baseline/regrading/regradable.ts';
import { asOfThisVersion, isRemeasurable, unmeasured } from '#domain/baseline/regrading/remeasurable.ts';
import type { CaseRecord } from '#domain/baseline/results/results-file.ts';
import { customChecks } from '#domain/checks/custom-checks.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { METRICS_VERSION } from '#domain/metrics/measure-trial.ts';
import type { Case } from '#domain/suite/case.ts';
import { caseFacts } from '../collecting/case-facts.ts';
import type { CustomChecks, Progress } from '../ports.ts';
import { type GradedAgain, type Regrader, regradeRun } from './regrade-run.ts';
import { unfairCases } from './unfair-cases.ts';

/** Everything that grading again touches. */
export interface RegradePorts extends Omit<Regrader, 'concurrency' | 'custom'> {
  readonly progress: Pick<Progress, 'note'>;
  /** `problem`: why checks that are programs are not run, a sentence part. */
  readonly custom: CustomChecks | { readonly problem: string };
  /** What has to be done once before programs of the change run. */
  readonly prepare: () => Promise<void>;
}

/**
 * The stored runs as if main had demanded what the change demands, and as if this version had measured them: where only the expectations of a
 * case changed, or a run was measured by another version of the metrics, stored trials are graded again, so that the case stays comparable. Of a
 * case that can't be graded again in every run the reason is kept: runs that happen to have their trajectories are no fair sample of main. Does
 * not throw: whatever goes wrong leaves the case as it was.
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
  const runs = baseline.runs.map(candidateRun);
  const pooled = new Set(
    poolRuns(
      runs.map(({ run }) => run.results),
      today,
    ).runs,
  );
  const [{ results: nearest }] = baseline.runs;
  const heads = suite.cases.map((one) => caseFacts(one, suite));
  const wanted = new Map<StoredRun, readonly Regradable[]>();
  for (const { run, stored } of runs)
    if (pooled.has(run.results)) wanted.set(run, regradable(run.results.cases, heads, run !== stored));
  const ids = [...new Set([...wanted.values()].flat().map(({ record }) => record.id))];
  // Under other conditions no case can be compared, however it is graded.
  if (ids.length === 0 || nearest.agent.key !== suite.conditions.hash) return baseline;

  const byId = new Map(suite.cases.map((one) => [one.id, one]));
  const { custom, problems } = await readyPrograms(ids, byId, ports);
  for (const [run, cases] of wanted) {
    const partial = storesInPart(run.results);
    for (const one of cases) {
      const lack = lackOfTrajectories(one) ?? partial;
      if (lack !== null && !problems.has(one.record.id)) problems.set(one.record.id, lack);
    }
  }
  const trials = [...wanted.values()].flat().filter(({ record }) => !problems.has(record.id));
  const count = trials.reduce((sum, one) => sum + one.wanted.length, 0);
  if (count > 0) ports.progress.note(`Grading ${count} stored trials again, of ${namesOf(ids, problems)}.`);
  const regrader = { ...ports, custom, concurrency: suite.config.concurrency };
  const graded = new Map<StoredRun, GradedAgain>();
  // One run after the other: each is an archive in memory.
  for (const [run, cases] of wanted) {
    const left = cases.filter(({ record }) => !problems.has(record.id));
    graded.set(run, await regradeRun(run, left, byId, regrader));
  }
  for (const [id, problem] of unfairCases(wanted, graded, byId)) problems.set(id, problem);
  const after = runs.map(({ run, stored }): GradedRun => {
    const cases = wanted.get(run);
    const again = graded.get(run);
    if (cases === undefined || again === undefined) return { run: stored, trials: 0, version: null };
    if (run !== stored && 'problem' in again) return { run: stored, trials: 0, version: null };
    const records = cases.map((one) => recordOf(one, again, problems));
    const gone = run === stored ? [] : unmeasured(run.results.cases, heads, problems);
    const done = cases.filter(({ record }) => !problems.has(record.id) && !('problem' in again));
    return {
      run: withRecords(run, [...records, ...gone]),
      trials: done.reduce((sum, one) => sum + one.wanted.length, 0),
      version: run === stored ? null : stored.results.metrics_version,
    };
  });
  const [first, ...others] = after.map(({ run }) => run);
  return {
    ...baseline,
    runs: [first ?? baseline.runs[0], ...others],
    notes: [...baseline.notes, ...noteOf(after, ids, problems)],
  };
}

/** A stored run, and as it is to be graded: where another version of the metrics measured it, as if this one had. */
function candidateRun(stored: StoredRun): { readonly run: StoredRun; readonly stored: StoredRun } {
  const { results } = stored;
  return { stored, run: isRemeasurable(results) ? { ...stored, results: asOfThisVersion(results) } : stored };
}

interface GradedRun {
  readonly run: StoredRun;
  /** How many trials were graded again. */
  readonly trials: number;
  /** The version of the metrics that had measured it, where it was another one; else `null`. */
  readonly version: number | null;
}

/** The record of one case after all that was done. */
function recordOf(one: Regradable, graded: GradedAgain, problems: ReadonlyMap<string, string>): CaseRecord {
  const problem = problems.get(one.record.id);
  if (problem !== undefined) return notRegraded(one.record, problem);
  if ('problem' in graded) return notRegraded(one.record, `its trajectories ${graded.problem}`);
  return regraded(one, graded.get(one.record.id) ?? new Map());
}

/** The run with these records in place of its own. */
function withRecords(run: StoredRun, records: readonly CaseRecord[]): StoredRun {
  const changed = new Map(records.map((record) => [record.id, record]));
  const cases = run.results.cases.map((record) => changed.get(record.id) ?? record);
  return { ...run, results: { ...run.results, cases } };
}

/** Programs that may be run, and why cases that need them can't be graded again where none may be. */
async function readyPrograms(
  ids: readonly string[],
  byId: ReadonlyMap<string, Case>,
  { custom, prepare }: RegradePorts,
): Promise<{ readonly custom: CustomChecks; readonly problems: Map<string, string> }> {
  const judged = ids.filter((id) => {
    const one = byId.get(id);
    return one !== undefined && customChecks(one).length > 0;
  });
  const without = (problem: string) => ({ custom: NO_PROGRAMS, problems: new Map(judged.map((id) => [id, problem])) });
  if ('problem' in custom) return without(custom.problem);
  if (judged.length === 0) return { custom, problems: new Map() };
  return prepare().then(
    () => ({ custom, problems: new Map() }),
    // The run itself meets the same problem, and says it.
    () => without('its checks are programs, and the agent could not be set up'),
  );
}

/** For cases none of whose checks is a program. */
const NO_PROGRAMS: CustomChecks = {
  judge: () => Promise.reject(new Error('no program is run here')),
};

function noteOf(
  runs: readonly GradedRun[],
  ids: readonly string[],
  problems: ReadonlyMap<string, string>,
): readonly string[] {
  const sum = (some: readonly GradedRun[]) => some.reduce((total, { trials }) => total + trials, 0);
  const [measured, demanded] = [
    sum(runs.filter(({ version }) => version !== null)),
    sum(runs.filter(({ version }) => version === null)),
  ];
  const versions = [...new Set(runs.flatMap(({ version }) => version ?? []))].sort((a, b) => a - b).join(', ');
  return [
    ...(measured > 0
      ? [
          `${measured} stored trials were graded again by this version of the action (metrics_version ${METRICS_VERSION}, main's runs have ${versions}).`,
        ]
      : []),
    ...(demanded > 0
      ? [`${demanded} stored trials were graded again with what is demanded now of ${namesOf(ids, problems)}.`]
      : []),
  ];
}

function namesOf(all: readonly string[], problems: ReadonlyMap<string, string>): string {
  const ids = all.filter((id) => !problems.has(id));
  const named = ids.length <= MOST_NAMED ? `: ${ids.join(', ')}` : '';
  return `${ids.length === 1 ? '1 case' : `${ids.length} cases`}${named}`;
}

const MOST_NAMED = 5;
