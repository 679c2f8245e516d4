import { repeatTests } from '#domain/gate/confirmation/confirm-failures.ts';
import { planConfirmation } from '#domain/gate/confirmation/plan-confirmation.ts';
import { stands } from '#domain/gate/confirmation/repeated-test.ts';
import { RETEST_TRIALS, type Retest, retestCases, suspects } from '#domain/gate/confirmation/retest.ts';
import type { GateTrial } from '#domain/gate/evidence.ts';
import type { EvidenceVerdict } from '#domain/gate/judge-evidence.ts';
import type { PullRequest } from './draw-pull-request.ts';

/** What became of a failure, and the trials of both sides that it took. */
export interface Confirmed {
  readonly kept: boolean;
  readonly trials: number;
}

/** Repeats what failed with fresh trials of main, and of the candidate where a broken case has too few, all of them of one day. */
export function confirm({ gates, used }: EvidenceVerdict, drawn: PullRequest): Confirmed {
  const ran = used.paired.map((item) => ({ ...item, scheduled: item.trials.length }));
  const plan = planConfirmation(gates, { candidate: ran, paired: ran });
  if (plan === null) return { kept: true, trials: 0 };
  const main = new Map([...plan.base].map(([id, count]) => [id, drawn.main(id, count)] as const));
  const candidate = new Map<string, readonly GateTrial[]>(ran.map(({ id, trials }) => [id, trials]));
  let trials = [...plan.base.values()].reduce((sum, count) => sum + count, 0);
  for (const [id, count] of plan.top_up) {
    const had = candidate.get(id) ?? [];
    trials += count - had.length;
    candidate.set(id, [...had, ...drawn.more(id, count - had.length)]);
  }
  const kept = repeatTests(gates, { paired: ran }, { main, candidate }).some(stands);
  return { kept, trials };
}

/** Tries the cases again that look worse, on both sides. */
export function retest({ gates, plan }: EvidenceVerdict, drawn: PullRequest): readonly Retest[] {
  const suspicious = suspects(gates.cases);
  const main = new Map(suspicious.map(({ id }) => [id, drawn.main(id, RETEST_TRIALS)]));
  const candidate = new Map(suspicious.map(({ id }) => [id, drawn.more(id, RETEST_TRIALS)]));
  return retestCases(suspicious, { main, candidate }, plan.retest_alpha);
}
