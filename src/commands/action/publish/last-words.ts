import type { GithubApi } from '#github/api/api.ts';

/** How long a step of publishing may wait for GitHub, and by which client. */
export interface PublishingPatience {
  /** The result of a step, or `instead` if it takes longer than is left after a cancellation. */
  readonly wait: <T>(step: (api: GithubApi) => Promise<T>, instead: T) => Promise<T>;
  /** The same for a step that a cancelled run leaves out. */
  readonly waitUnlessCancelled: <T>(step: (api: GithubApi) => Promise<T>, instead: T) => Promise<T>;
}

/**
 * The patience of a run: no step is cut short before a cancellation; afterwards all its steps together have a few seconds,
 * because the runner kills a cancelled step 7.5 s after its first signal.
 *
 * @param lastWords a client that works after a cancellation
 */
export function patienceOf(api: GithubApi, lastWords: () => GithubApi, signal: AbortSignal): PublishingPatience {
  const over = new Promise<void>((resolve) => {
    const start = () => void setTimeout(resolve, LAST_MS).unref();
    if (signal.aborted) start();
    else signal.addEventListener('abort', start, { once: true });
  });
  let last: GithubApi | null = null;
  const client = () => {
    if (!signal.aborted) return api;
    last ??= lastWords();
    return last;
  };
  return {
    wait: (step, instead) => Promise.race([step(client()), over.then(() => instead)]),
    async waitUnlessCancelled(step, instead) {
      if (signal.aborted) return instead;
      const cancelled = new Promise<typeof instead>((resolve) => {
        signal.addEventListener('abort', () => resolve(instead), { once: true });
      });
      return Promise.race([step(api), cancelled]);
    },
  };
}

const LAST_MS = 2500;
