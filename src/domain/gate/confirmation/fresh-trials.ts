import { compare } from '#domain/baseline/compare.ts';
import type { Comparison } from '#domain/baseline/comparison.ts';
import type { CaseRecord, ResultsFile } from '#domain/baseline/results-file.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { type GateTrial, readEvidence } from '../evidence.ts';
import { CONFIRMATION_TRIALS } from './plan-confirmation.ts';

/** What a failed test is repeated on, by the candidate's case id. A case that is not there has none. */
export interface FreshTrials {
  /** Judged trials of main as it is today. */
  readonly main: ReadonlyMap<string, readonly GateTrial[]>;
  /** Judged trials of the candidate, those included that only top a broken case up. */
  readonly candidate: ReadonlyMap<string, readonly GateTrial[]>;
}

/**
 * Reads the fresh trials of main as the only baseline. A run under other conditions, and cases that differ, have nothing to say; nor have
 * answers that a cache served, which main's stored runs hold already.
 *
 * @param comparison with the stored runs
 */
export function freshTrials(candidate: ResultsFile, today: ResultsFile, comparison: Comparison): FreshTrials {
  const here = { ...candidate, cases: candidate.cases.map(toppedUp) };
  const known = new Set(comparison.cases.flatMap(({ runs }) => runs.flat().flatMap(answersOf)));
  const fresh = today.cases.map((item) => ({
    ...item,
    trials: item.trials.filter((trial) => answersOf(trial).every((hash) => !known.has(hash))),
  }));
  const { paired } = readEvidence(compare(here, [{ ...today, cases: fresh }]), here);
  return {
    main: new Map(paired.map(({ id, baseline }) => [id, baseline])),
    candidate: new Map(paired.map(({ id, trials }) => [id, trials])),
  };
}

function answersOf({ response_ids_hash: hash = null }: TrialRecord): readonly string[] {
  return hash === null ? [] : [hash];
}

/** Trials beyond the plan were run to confirm, so here they count. */
function toppedUp(item: CaseRecord): CaseRecord {
  return { ...item, planned_trials: Math.max(item.planned_trials, CONFIRMATION_TRIALS) };
}
