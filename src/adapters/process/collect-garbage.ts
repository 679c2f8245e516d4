import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: ((options: object) => void) | null = null;

/**
 * Lets go of what nobody holds any more, and gives its pages back to the system. Left to itself the engine waits until as much again has come
 * together, which doubles the memory of a step that reads one large file after the other. Does nothing where little is held.
 */
export function collectGarbage(): void {
  if (getHeapStatistics().total_heap_size < WORTH_IT) return;
  collect ??= exposed();
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function exposed(): (options: object) => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return typeof found === 'function' ? (options) => void found(options) : () => undefined;
}

const WORTH_IT = 120 * 1024 * 1024;
