import type { Case } from '#cases/suite/case.ts';
import type { GradedTrial } from '#trials/checks/grade-by-checks.ts';
import { contentHashes } from '#trials/trial/content-hashes.ts';
import type { StoredTrajectory } from '#trials/trial/stored-trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { measureTrial } from './measure-trial.ts';
import { judgeFields } from './record-trial.ts';

/** The trial of a record and its trajectory; `null` if the trajectory is another trial's. */
export function storedTrial(record: TrialRecord, { end, trajectory }: StoredTrajectory, caseId: string): Trial | null {
  const { output_hash, tools_hash } = contentHashes(trajectory);
  if (output_hash !== record.output_hash || tools_hash !== record.tools_hash) return null;
  const { index, seed, source, started_at, duration_ms, wait_ms, tries } = record;
  return { case_id: caseId, index, seed, source, started_at, duration_ms, wait_ms, tries, trajectory, end };
}

/** The record with another grade. Facts (usage, latency, times) stay as they were stored. */
export function regradeTrial(record: TrialRecord, evalCase: Case, trial: Trial, graded: GradedTrial): TrialRecord {
  const { outcome, failure, error, checks } = graded;
  const { judged: _said, judge_usage: _cost, ...facts } = record;
  const measured = measureTrial(evalCase, trial, graded);
  return { ...facts, outcome, ...measured, ...judgeFields(graded), failure, error, checks };
}
