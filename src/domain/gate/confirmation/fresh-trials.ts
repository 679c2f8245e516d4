import { compare } from '#domain/baseline/comparison/compare.ts';
import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { CaseRecord, ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { collectEvidence } from '../collect-evidence.ts';
import { CONFIRMATION_TRIALS, type FreshTrials } from './repetition.ts';

/**
 * Uses the fresh trials of main as the only baseline. A run under other conditions, and cases that differ, don't count; nor do
 * answers that a cache repeated, which main's stored runs already have.
 *
 * @param comparison with the stored runs
 * @param most of the candidate's trials of a case that count, beyond its plan too
 */
export function freshTrials(
  candidate: ResultsFile,
  today: ResultsFile,
  comparison: Comparison,
  most = CONFIRMATION_TRIALS,
): FreshTrials {
  const here = { ...candidate, cases: candidate.cases.map((item) => toppedUp(item, most)) };
  const known = new Set(comparison.cases.flatMap(({ runs }) => runs.flat().flatMap(answersOf)));
  const fresh = today.cases.map((item) => ({
    ...item,
    trials: item.trials.filter((trial) => answersOf(trial).every((hash) => !known.has(hash))),
  }));
  const { paired } = collectEvidence(compare(here, [{ ...today, cases: fresh }]), here);
  return {
    main: new Map(paired.map(({ id, baseline }) => [id, baseline])),
    candidate: new Map(paired.map(({ id, trials }) => [id, trials])),
  };
}

function answersOf({ response_ids_hash: hash = null }: TrialRecord): readonly string[] {
  return hash === null ? [] : [hash];
}

/** Trials beyond the plan were run for confirmation, so here they count. */
function toppedUp(item: CaseRecord, most: number): CaseRecord {
  const ran = item.trials.reduce((last, { index }) => (index <= most ? Math.max(last, index) : last), 0);
  return { ...item, planned_trials: Math.max(item.planned_trials, ran) };
}
