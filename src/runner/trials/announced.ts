import type { Agent } from '#ports/ports.ts';
import type { EndedTrial, Progress } from '#ports/progress.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What people hear of a trial that has ended. */
export function endedTrial({ case: { id }, index }: TrialPlan, record: TrialRecord, reused: boolean): EndedTrial {
  const { outcome, duration_ms } = record;
  return { case_id: id, index, outcome, duration_ms, reused, why: outcome === 'passed' ? null : whyNot(record) };
}

/** Why a trial did not pass: its cause, what ended it, or the first check that failed. */
function whyNot({ cause, error, failure, checks }: TrialRecord): string | null {
  const ended = error ?? (failure?.kind === 'check' ? null : failure);
  const failedCheck = checks.find(({ passed }) => passed === false);
  const why = cause ?? ended?.message ?? (failedCheck === undefined ? null : checkWords(failedCheck.fact));
  return why === null ? null : (why.split('\n', 1)[0] ?? '');
}

/** Says which trials start. A trial that is tried again has started. */
export function announced(agent: Agent, progress: Pick<Progress, 'begins'>): Agent {
  return {
    ...agent,
    attempt(plan, signal) {
      progress.begins(plan.case.id, plan.index);
      return agent.attempt(plan, signal);
    },
  };
}
