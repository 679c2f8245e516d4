import { ModelCallError } from '#adapters/models/ports.ts';

/**
 * The result of some work, given up at once when the signal aborts.
 *
 * @throws ModelCallError when it does; else what the work throws.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(new ModelCallError('given up'));
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
