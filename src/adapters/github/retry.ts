import type { Clock } from '#application/ports.ts';
import type { Failure } from './failure.ts';

/** Asks up to four times, waiting as the failure says and never longer than a minute at once. */
export async function retrying<T extends { readonly ok: true }>(
  attempt: () => Promise<T | Failure>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<T | Failure> {
  for (let tries = 1; ; tries += 1) {
    const answer = await attempt();
    const pause = answer.ok ? null : pauseMs(answer, tries);
    if (pause === null || tries === MAX_TRIES || signal.aborted) return answer;
    await clock.sleep(pause, signal);
  }
}

function pauseMs({ retry }: Failure, tries: number): number | null {
  if (retry === 'never') return null;
  if (retry === 'backoff') return 1000 * 2 ** (tries - 1);
  return retry <= MAX_PAUSE_MS ? retry : null;
}

const MAX_TRIES = 4;
const MAX_PAUSE_MS = 60_000;
