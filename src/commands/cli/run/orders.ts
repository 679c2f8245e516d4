import type { Touched } from '#cases/suite/selection/touched-cases.ts';
import { listed } from '#common/words.ts';
import { say } from '../common/say.ts';

/** What to do next, and why, in words. */
export type Order =
  | { readonly kind: 'quit' }
  | { readonly kind: 'run'; readonly what: Touched | 'failed'; readonly why: string };

/** What people and files ask for, one at a time. */
export function createOrders(stop: AbortSignal) {
  let changed: string[] = [];
  let key: 'all' | 'failed' | 'quit' | null = null;
  let running: AbortController | null = null;
  let overtaken = false;
  let wake: () => void = () => {};
  stop.addEventListener('abort', () => wake());
  const overtake = (why: string): void => {
    if (running === null || running.signal.aborted) {
      wake();
      return;
    }
    say(`${why}: ending this run, its cases run again`);
    overtaken = true;
    running.abort();
  };
  return {
    changed(paths: readonly string[]): void {
      changed = [...new Set([...changed, ...paths])];
      overtake(`${listed(paths, 3)} changed`);
    },
    pressed(pressed: string): void {
      if (pressed === 'q' && running !== null) process.kill(process.pid, 'SIGINT');
      else if (pressed === 'q') key = 'quit';
      else if (pressed === '\r' || pressed === '\n') key = 'all';
      else if (pressed === 'f' && running === null) key = 'failed';
      else return;
      if (key === 'all') overtake('Enter');
      else wake();
    },
    /** Files that changed since it was asked last. */
    takeChanged(): readonly string[] {
      const files = changed;
      changed = [];
      return files;
    },
    /** A run begins; the signal ends it when something overtakes it. */
    begin(): AbortSignal {
      running = new AbortController();
      overtaken = false;
      return running.signal;
    },
    wasOvertaken: () => overtaken,
    end(): void {
      running = null;
    },
    /** Waits for the next order. `left`: what an overtaken run left over. */
    async next(left: Touched, failed: number): Promise<Order> {
      for (;;) {
        if (stop.aborted || key === 'quit') return { kind: 'quit' };
        const order = key;
        key = null;
        if (order === 'all') return { kind: 'run', what: 'all', why: 'all again' };
        if (order === 'failed' && failed > 0) return { kind: 'run', what: 'failed', why: 'what did not pass' };
        if (changed.length > 0) return { kind: 'run', what: left, why: `${listed(changed, 3)} changed` };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
