import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: ((options: object) => void) | null = null;

/**
 * Frees unused memory and returns it to the system. The engine by itself waits until the heap has doubled, which doubles the
 * memory of a step that reads one large file after another. Does nothing on a small heap.
 */
export function collectGarbage(): void {
  if (getHeapStatistics().total_heap_size < WORTH_IT) return;
  collect ??= exposeGc();
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function exposeGc(): (options: object) => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  return typeof gc === 'function' ? (options) => void gc(options) : () => undefined;
}

const WORTH_IT = 120 * 1024 * 1024;
