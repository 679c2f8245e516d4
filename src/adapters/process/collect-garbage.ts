import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/**
 * Lets go of what nobody holds any more. Left to itself the engine waits until as much again has come together, which doubles the memory of a
 * step that reads one large file after the other.
 */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    const exposed: unknown = runInNewContext('gc');
    collect = typeof exposed === 'function' ? () => void exposed() : () => undefined;
  }
  collect();
}
