import { backOffMs } from '#common/back-off.ts';
import { errorMessage } from '#common/error-message.ts';
import type { Agent, Attempt, Clock } from '#ports/ports.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { Schedule } from '#trials/trial/trial-schedule.ts';
import { unplayedAttempt } from './in-workspaces.ts';

/** Options of the scheduler. */
export interface RunTrialsOptions {
  /** Most attempts of the agent at once; next to each, one trial may still be graded. */
  readonly concurrency: number;
  /** Attempts per trial if the machinery or the provider fails. */
  readonly max_tries: number;
  readonly clock: Clock;
  /** Aborted: no new trial starts, running ones end as `error` (cancelled). */
  readonly signal: AbortSignal;
  /** Asked before each trial: `false` means that no more may start. */
  readonly mayStart: () => boolean;
  /** Whether `onTrial` asks nobody, so that it can wait until the next trial in its place has started; absent: it asks. */
  readonly endsLater?: (plan: TrialPlan) => boolean;
}

/**
 * Runs the scheduled trials in order, with bounded concurrency, and passes each finished trial to `onTrial`, awaited, so that results
 * are stored before more work starts. Where that asks nobody, the next trial starts first: the model works while the last answer is
 * graded. No place has more than one trial to grade. Keeps nothing in memory. Throws what the agent, `onTrial` or the schedule throws,
 * after the trials in flight have ended.
 */
export async function runTrials(
  schedule: Schedule,
  agent: Agent,
  options: RunTrialsOptions,
  onTrial: (plan: TrialPlan, trial: Trial) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  let inFlight = 0;
  let refused = false;
  const waiting: (() => void)[] = [];

  const failures: unknown[] = [];
  const fail = (error: unknown): void => {
    failures.push(error);
    stop.abort();
  };
  const left = (): void => {
    inFlight -= 1;
    for (const goOn of waiting.splice(0)) goOn();
  };

  /** @returns what ends the trial: it is graded and stored then, and no longer in flight */
  const run = async (plan: TrialPlan): Promise<() => Promise<void>> => {
    inFlight += 1;
    try {
      const trial = await runTrial(plan, agent, options, signal);
      return () => onTrial(plan, trial);
    } catch (error) {
      left();
      throw error;
    }
  };

  /** A trial that may end later waits for a moment, so that those answered at the same time go on first. */
  const end = async (finish: () => Promise<void>, later: boolean): Promise<void> => {
    if (later) await options.clock.sleep(0, signal);
    await finish().catch(fail).finally(left);
  };

  /** Of one place: the next trial, or nothing now. */
  const next = (): TrialPlan | null => {
    const plan = schedule.next();
    if (plan !== null) refused = !options.mayStart();
    return refused ? null : plan;
  };

  const worker = async (): Promise<void> => {
    let ending = Promise.resolve();
    try {
      while (!signal.aborted && !refused) {
        const plan = next();
        if (plan !== null) {
          const finish = await run(plan);
          await ending;
          const later = options.endsLater?.(plan) === true;
          ending = end(finish, later);
          if (!later) await ending;
        } else if (!refused) {
          if (inFlight === 0) return;
          await new Promise<void>((resolve) => waiting.push(resolve));
        }
      }
    } finally {
      await ending;
    }
  };

  await Promise.all(Array.from({ length: options.concurrency }, () => worker().catch(fail)));
  if (failures.length > 0) throw failures[0];
}

/** A program under test may have removed or closed off what its next trial needs: that trial is missing, and the others count. */
function withoutSurroundings(error: unknown, signal: AbortSignal): Attempt {
  if (error instanceof Error && 'syscall' in error) return unplayedAttempt(errorMessage(error), signal);
  throw error;
}

async function runTrial(plan: TrialPlan, agent: Agent, options: RunTrialsOptions, signal: AbortSignal): Promise<Trial> {
  const { clock } = options;
  const startedAt = clock.now();
  const start = clock.monotonic();
  const random = seededRandom(plan.seed);
  let waited = 0;
  let unanswered = 0;
  for (let tries = 1; ; tries += 1) {
    const attempt = await agent.attempt(plan, signal).catch((error: unknown) => withoutSurroundings(error, signal));
    waited += attempt.wait_ms;
    unanswered += attempt.unanswered_calls ?? 0;
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
        ...(attempt.segments !== undefined && { segments: attempt.segments }),
        ...(unanswered > 0 && { unanswered_calls: unanswered }),
        ...(attempt.bypassed === true && { bypassed: true }),
        ...(attempt.latency_at_most_ms !== undefined && { latency_at_most_ms: attempt.latency_at_most_ms }),
        ...(attempt.shared_output === true && { shared_output: true }),
        ...(attempt.place_in_process !== undefined && { place_in_process: attempt.place_in_process }),
      };
    }
    const pause = backOffMs(tries, random(), LONGEST_PAUSE_MS);
    waited += pause;
    await clock.sleep(pause, signal);
  }
}

function worthAnotherTry(attempt: Attempt): boolean {
  return attempt.end.kind === 'error' && attempt.retry;
}

/** Milliseconds between two attempts of one trial. */
const LONGEST_PAUSE_MS = 20_000;
