import { duration } from '#common/words.ts';
import type { Clock } from '#ports/ports.ts';
import type { Failure } from './failure.ts';
import { type GithubPatience, MOST_SILENCE_MS } from './patience.ts';

/** What all attempts share. */
export interface Retrying {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Once aborted, no further attempt is made. */
  readonly signal: AbortSignal;
  /** Shared by all requests of a client. */
  readonly patience: GithubPatience;
}

/**
 * Tries up to four times, but waits for silence only twice: one request that is never answered must leave time for the others.
 * The failure says how long to pause; the client's patience limits all pauses.
 *
 * @param timeoutMs for one attempt
 */
export async function retrying<T extends { readonly ok: true }>(
  attempt: (signal: AbortSignal) => Promise<T | Failure>,
  timeoutMs: number,
  { clock, signal, patience }: Retrying,
): Promise<T | Failure> {
  let silences = 0;
  for (let tries = 1; ; tries += 1) {
    const limit = patience.limit(timeoutMs);
    if (limit === null) return GIVEN_UP;
    const began = clock.now();
    const timeout = AbortSignal.timeout(limit);
    const answer = await attempt(AbortSignal.any([signal, timeout]));
    if (!answer.ok && answer.status === null) patience.unanswered(timeout.aborted ? limit : clock.now() - began);
    if (timeout.aborted) silences += 1;
    const isLast = tries === MAX_TRIES || silences === MAX_SILENCES;
    const pause = answer.ok ? null : pauseMs(answer, tries);
    if (pause === null || isLast || signal.aborted || !patience.pause(pause)) return answer;
    await clock.sleep(pause, signal);
  }
}

function pauseMs({ retry }: Failure, tries: number): number | null {
  if (retry === 'never') return null;
  return retry === 'backoff' ? 1000 * 2 ** (tries - 1) : retry;
}

const MAX_TRIES = 4;
const MAX_SILENCES = 2;

const GIVEN_UP: Failure = {
  ok: false,
  status: null,
  problem: `the request was not sent, because GitHub has not answered other requests for ${duration(MOST_SILENCE_MS)}`,
  retry: 'never',
};
