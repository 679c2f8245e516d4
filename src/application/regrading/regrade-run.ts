import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { notRegraded, type Regradable, regraded } from '#domain/baseline/regradable.ts';
import type { CaseRecord } from '#domain/baseline/results-file.ts';
import { regradeTrial, storedTrial } from '#domain/metrics/regrade-trial.ts';
import type { Case } from '#domain/suite/case.ts';
import { idOfLine, parseStoredTrajectory } from '#domain/trial/stored-trajectory.ts';
import type { Trial } from '#domain/trial/trial.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { BaselineStore, CustomChecks } from '../ports.ts';
import { judgeTrial } from '../running/judge-trial.ts';
import { inTurn } from './in-turn.ts';

/** With what stored trials are graded again. */
export interface Regrader {
  readonly baselines: Pick<BaselineStore, 'trajectories'>;
  readonly custom: CustomChecks;
  /** Trials that are judged at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** A run of main with these cases graded again, and how many trials that were; those that can't be keep their grades and say why. */
export async function regradeRun(
  run: StoredRun,
  cases: readonly Regradable[],
  byId: ReadonlyMap<string, Case>,
  regrader: Regrader,
): Promise<{ readonly run: StoredRun; readonly trials: number }> {
  const { records, trials } = await regradeCases(run, cases, byId, regrader);
  return { run: withRecords(run, records), trials };
}

/** The run with these records in place of its own. */
export function withRecords(run: StoredRun, records: readonly CaseRecord[]): StoredRun {
  if (records.length === 0) return run;
  const changed = new Map(records.map((record) => [record.id, record]));
  const cases = run.results.cases.map((record) => changed.get(record.id) ?? record);
  return { ...run, results: { ...run.results, cases } };
}

async function regradeCases(
  run: StoredRun,
  cases: readonly Regradable[],
  byId: ReadonlyMap<string, Case>,
  regrader: Regrader,
): Promise<{ readonly records: readonly CaseRecord[]; readonly trials: number }> {
  if (cases.length === 0) return { records: [], trials: 0 };
  const graded = new Map(cases.map(({ record }) => [record.id, new Map<number, TrialRecord>()]));
  try {
    await inTurn(trialsOf(run, cases, regrader), regrader.concurrency, async ({ caseId, record, trial }) => {
      const evalCase = caseOf(byId, caseId);
      const grade = await judgeTrial(evalCase, trial, regrader.custom, regrader.signal);
      graded.get(caseId)?.set(record.index, regradeTrial(record, evalCase, trial, grade));
    });
  } catch (error) {
    const problem = `its trajectories ${error instanceof Error ? error.message : String(error)}`;
    return { records: cases.map(({ record }) => notRegraded(record, problem)), trials: 0 };
  }
  let trials = 0;
  const records = cases.map((one): CaseRecord => {
    const found = graded.get(one.record.id) ?? new Map<number, TrialRecord>();
    const missing = one.wanted.filter(({ index }) => !found.has(index));
    if (missing.length > 0) return notRegraded(one.record, missingWords(missing.length, one.wanted.length));
    trials += found.size;
    return regraded(one, found);
  });
  return { records, trials };
}

interface WantedTrial {
  readonly caseId: string;
  readonly record: TrialRecord;
  readonly trial: Trial;
}

/** The stored trials that are wanted, as they come. A line that is another trial's, or was cut, is passed over: its trial is missing then. */
async function* trialsOf(
  run: StoredRun,
  cases: readonly Regradable[],
  { baselines, signal }: Regrader,
): AsyncGenerator<WantedTrial> {
  const wanted = new Map(
    cases.flatMap(({ record: { id }, wanted }) => wanted.map((record) => [record.trajectory, { id, record }] as const)),
  );
  for await (const line of baselines.trajectories(run)) {
    signal.throwIfAborted();
    const known = idOfLine(line);
    if (known !== null && !wanted.has(known)) continue;
    const stored = parseStoredTrajectory(line);
    const found = stored && wanted.get(stored.id);
    const trial = stored && found ? storedTrial(found.record, stored, found.id) : null;
    if (found && trial !== null) yield { caseId: found.id, record: found.record, trial };
  }
}

function caseOf(byId: ReadonlyMap<string, Case>, id: string): Case {
  const one = byId.get(id);
  if (one === undefined) throw new Error(`a case ${id} was to be graded again that the suite does not have`);
  return one;
}

function missingWords(missing: number, all: number): string {
  return `${missing} of its ${all} trajectories ${missing === 1 ? 'is' : 'are'} not among those stored`;
}
