import { createDeferred } from '#adapters/process/deferred.ts';

/** Places for trials on one server: first come, first served. */
export interface Places {
  /** Waits for a place, or for all of them. `false`: the signal was aborted first, and nothing was taken. */
  take(which: Which, signal: AbortSignal): Promise<boolean>;
  /** Returns what was taken. */
  release(which: Which): void;
}

/** One place among others, or the whole server. */
export type Which = 'one' | 'all';

/** As many places as trials may run at once. */
export function createPlaces(count: number): Places {
  let free = count;
  const queue: { readonly wanted: number; readonly grant: (granted: boolean) => void }[] = [];
  const placesOf = (which: Which): number => (which === 'one' ? 1 : count);

  function serve(): void {
    for (let next = queue[0]; next !== undefined && next.wanted <= free; next = queue[0]) {
      queue.shift();
      free -= next.wanted;
      next.grant(true);
    }
  }

  return {
    async take(which, signal) {
      if (signal.aborted) return false;
      const { promise, resolve } = createDeferred<boolean>();
      const waiting = { wanted: placesOf(which), grant: resolve };
      const onAbort = () => {
        const at = queue.indexOf(waiting);
        if (at !== -1) queue.splice(at, 1);
        resolve(false);
        serve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(waiting);
      serve();
      const granted = await promise;
      signal.removeEventListener('abort', onAbort);
      return granted;
    },
    release(which) {
      free += placesOf(which);
      serve();
    },
  };
}
