import type { Case } from '#cases/suite/case.ts';
import type { GradedTrial } from '#trials/checks/grade-by-checks.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import { addUsage } from '#trials/trial/add-usage.ts';
import { contentHashes, sequenceHash } from '#trials/trial/content-hashes.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { trialCause } from '#trials/trial/trial-cause.ts';
import { NO_USAGE, type TrialRecord } from '#trials/trial/trial-record.ts';
import type { Usage } from '#trials/trial/usage.ts';
import { measureTrial } from './measure-trial.ts';

/** Facts of a record besides the trial and its grade. */
export type RecordFacts = Pick<
  TrialRecord,
  'run_attempt' | 'look' | 'first_request_hash' | 'calls' | 'trajectory' | 'trajectory_state'
>;

/**
 * The graded trial as stored. An `error` outcome keeps usage, latency and steps as facts: they are what was spent before it
 * ended, and enter no mean; its metrics are `null`.
 */
export function recordTrial(evalCase: Case, trial: Trial, graded: GradedTrial, facts: RecordFacts): TrialRecord {
  const view = trialView(evalCase, trial, null);
  const cause = graded.outcome === 'error' ? null : trialCause(trial);
  const sequence = sequenceHash(trial);
  const { index, source, seed, started_at, duration_ms, wait_ms, tries } = trial;
  return {
    index,
    outcome: graded.outcome,
    ...measureTrial(evalCase, trial, graded),
    usage: view.usage ?? NO_USAGE,
    ...(trial.user_usage == null ? {} : { user_usage: trial.user_usage }),
    ...judgeFields(graded),
    ...cancelledCall(trial),
    ...(trial.unanswered_calls === undefined ? {} : { unanswered_calls: trial.unanswered_calls }),
    latency_ms: view.latency_ms,
    steps: view.steps,
    error: graded.error,
    failure: graded.failure,
    ...(cause === null ? {} : { cause: cause.line }),
    ...(cause?.type == null ? {} : { cause_type: cause.type }),
    checks: graded.checks,
    source: graded.by_judge?.replayed === true ? 'replayed' : source,
    seed,
    started_at,
    duration_ms,
    wait_ms,
    tries,
    ...contentHashes(trial.trajectory),
    ...(sequence === null ? {} : { sequence_hash: sequence }),
    ...(trial.place_in_process === undefined ? {} : { place_in_process: trial.place_in_process }),
    ...facts,
  };
}

/** A trial that broke off cancels its calls by that. */
function cancelledCall({ end, trajectory: { turns } }: Trial): Pick<TrialRecord, 'cancelled_call'> {
  if (end.kind !== 'completed') return {};
  const [first] = turns.flatMap(({ turn, model_calls: calls }) =>
    (calls ?? []).flatMap(({ step, model, cancelled }) => (cancelled === true ? { turn, step, model } : [])),
  );
  return first === undefined ? {} : { cancelled_call: first };
}

/**
 * What a judge said, and what it and embeddings cost: their models are conditions of the run, and only the judge's are reported
 * here.
 */
export function judgeFields({
  by_judge: by,
  embedding_usage: embeddings,
  audited,
}: GradedTrial): Pick<TrialRecord, 'judged' | 'judge_usage' | 'audited'> {
  const usage = together(by?.usage ?? null, embeddings ?? null);
  return {
    ...(usage === null ? {} : { judge_usage: usage }),
    ...(by === undefined || by.judged.length === 0 ? {} : { judged: by.judged }),
    ...(audited === undefined ? {} : { audited }),
  };
}

function together(judge: Usage | null, embeddings: Usage | null): Usage | null {
  if (embeddings === null) return judge;
  const { models: _, ...counts } = embeddings;
  return judge === null ? counts : addUsage(judge, counts);
}
