import { createDeferred } from './deferred.ts';

/** Lets a number of users in at a time; the others wait in line, first come, first served. */
export interface Semaphore {
  /** Waits for one place, or for all of them. Gives what frees them again; `null`: the signal was aborted first, and nothing was taken. */
  enter(signal: AbortSignal, which?: 'one' | 'all'): Promise<(() => void) | null>;
}

/** A semaphore with this many places. */
export function createSemaphore(places: number): Semaphore {
  const queue: { readonly size: number; readonly grant: (granted: boolean) => void }[] = [];
  let free = places;

  function serve(): void {
    for (let next = queue[0]; next !== undefined && next.size <= free; next = queue[0]) {
      queue.shift();
      free -= next.size;
      next.grant(true);
    }
  }

  return {
    async enter(signal, which = 'one') {
      if (signal.aborted) return null;
      const size = which === 'one' ? 1 : places;
      const { promise, resolve } = createDeferred<boolean>();
      const waiting = { size, grant: resolve };
      const giveUp = () => {
        const at = queue.indexOf(waiting);
        if (at !== -1) queue.splice(at, 1);
        resolve(false);
        serve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.push(waiting);
      serve();
      const granted = await promise;
      signal.removeEventListener('abort', giveUp);
      if (!granted) return null;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        free += size;
        serve();
      };
    },
  };
}
