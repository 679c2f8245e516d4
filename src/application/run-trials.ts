import { seededRandom } from '#domain/statistics/seeded-random.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { Trial } from '#domain/trial/trial.ts';
import type { Agent, Attempt, Clock } from './ports.ts';

/** How the scheduler behaves. */
export interface RunTrialsOptions {
  /** Trials in flight at most. */
  readonly concurrency: number;
  /** Attempts per trial when the machinery or the provider fails. */
  readonly max_tries: number;
  readonly clock: Clock;
  /** Aborted: no new trial starts, running ones end as `error` (cancelled). */
  readonly signal: AbortSignal;
  /** Asked before each trial: `false` means that nothing more may be started. */
  readonly mayStart: () => boolean;
}

/**
 * Runs every plan once, first in first out, with bounded concurrency, and hands each finished trial to `onTrial`
 * (awaited, so that results are stored before more work is taken on). Nothing is kept in memory here.
 * Throws what the agent or `onTrial` throws, after the trials in flight have ended.
 */
export async function runTrials(
  plans: Iterable<TrialPlan>,
  agent: Agent,
  options: RunTrialsOptions,
  onTrial: (plan: TrialPlan, trial: Trial) => Promise<void>,
): Promise<void> {
  const queue = plans[Symbol.iterator]();
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const next = queue.next();
      if (next.done || !options.mayStart()) return;
      await onTrial(next.value, await runTrial(next.value, agent, options, signal));
    }
  };
  const lanes = Array.from({ length: options.concurrency }, () =>
    lane().catch((error: unknown) => {
      stop.abort();
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
}

async function runTrial(plan: TrialPlan, agent: Agent, options: RunTrialsOptions, signal: AbortSignal): Promise<Trial> {
  const { clock } = options;
  const startedAt = clock.now();
  const start = clock.monotonic();
  const random = seededRandom(plan.seed);
  let waited = 0;
  for (let tries = 1; ; tries += 1) {
    const attempt = await agent.attempt(plan, signal);
    waited += attempt.wait_ms;
    if (!worthAnotherTry(attempt) || tries >= options.max_tries || signal.aborted) {
      return {
        case_id: plan.case.id,
        index: plan.index,
        seed: plan.seed,
        source: attempt.replayed ? 'replayed' : agent.source,
        started_at: new Date(startedAt).toISOString(),
        duration_ms: clock.monotonic() - start,
        wait_ms: waited,
        tries,
        trajectory: attempt.trajectory,
        end: attempt.end,
        user_usage: attempt.user_usage,
      };
    }
    const pause = backoff(tries, random());
    waited += pause;
    await clock.sleep(pause, signal);
  }
}

function worthAnotherTry(attempt: Attempt): boolean {
  return attempt.end.kind === 'error' && attempt.retry;
}

/** Exponential back-off with full jitter over the upper half: 0.25–0.5 s, 0.5–1 s, 1–2 s …, at most 20 s. */
function backoff(tries: number, random: number): number {
  const ceiling = Math.min(20_000, 500 * 2 ** (tries - 1));
  return ceiling / 2 + (random * ceiling) / 2;
}
