import type { Case } from '#cases/suite/case.ts';
import type { Regradable } from '#gate/baseline/regrading/regradable.ts';
import type { GradedAgain } from '#gate/baseline/regrading/unfair-cases.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { CustomChecks, Judge } from '#ports/grader-ports.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { gradeTrial } from '#runner/trials/grade-trial.ts';
import { regradeTrial, storedTrial } from '#trials/metrics/regrade-trial.ts';
import { idOfLine, parseStoredTrajectory } from '#trials/trial/stored-trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What grading stored trials again needs. */
export interface Regrader {
  readonly baselines: Pick<BaselineStore, 'trajectories'>;
  readonly custom: CustomChecks;
  /** Absent: no criterion is judged by a model. */
  readonly judge?: Judge;
  /** Trials that are judged at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Grades stored trials of these cases of a run again. A trial that is not found is in no map. */
export async function regradeRun(
  run: StoredRun,
  cases: readonly Regradable[],
  byId: ReadonlyMap<string, Case>,
  regrader: Regrader,
): Promise<GradedAgain> {
  const graded = new Map(cases.map(({ record }) => [record.id, new Map<number, TrialRecord>()]));
  if (cases.length === 0) return graded;
  try {
    await inTurn(storedTrials(run, cases, regrader), regrader.concurrency, async ({ caseId, record, trial }) => {
      const evalCase = caseOf(byId, caseId);
      const grade = await gradeTrial(evalCase, trial, regrader, regrader.signal);
      graded.get(caseId)?.set(record.index, regradeTrial(record, evalCase, trial, grade));
    });
    regrader.signal.throwIfAborted();
    return graded;
  } catch (error) {
    if (regrader.signal.aborted) return { problem: 'were not read to the end: it took too long' };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A stored trial of a case. */
export interface WantedTrial {
  readonly caseId: string;
  readonly record: TrialRecord;
  readonly trial: Trial;
}

/** The wanted stored trials, as they come. A line of another trial, or a truncated one, is skipped: its trial is then missing. */
export async function* storedTrials(
  run: StoredRun,
  cases: readonly Regradable[],
  { baselines, signal }: Pick<Regrader, 'baselines' | 'signal'>,
): AsyncGenerator<WantedTrial> {
  const trialsByTrajectory = new Map(
    cases.flatMap(({ record: { id }, trials }) => trials.map((record) => [record.trajectory, { id, record }] as const)),
  );
  for await (const line of baselines.trajectories(run)) {
    signal.throwIfAborted();
    const known = idOfLine(line);
    if (known !== null && !trialsByTrajectory.has(known)) continue;
    const stored = parseStoredTrajectory(line);
    const entry = stored && trialsByTrajectory.get(stored.id);
    const trial = stored && entry ? storedTrial(entry.record, stored, entry.id) : null;
    if (entry && trial !== null) yield { caseId: entry.id, record: entry.record, trial };
  }
}

function caseOf(byId: ReadonlyMap<string, Case>, id: string): Case {
  const evalCase = byId.get(id);
  if (evalCase === undefined) throw new Error(`a case ${id} was to be graded again, but the suite does not have it`);
  return evalCase;
}

/**
 * Processes every item as it comes, with limited concurrency. The first failure stops it, and is thrown after the running items
 * have ended.
 */
export async function inTurn<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      const task: Promise<void> = work(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(task));
      running.add(task);
      if (running.size >= atOnce) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}
