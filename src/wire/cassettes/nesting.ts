import type { Json } from '#common/json.ts';

/** Most levels of lists and objects: deeper values would overflow the stack of recursive functions. */
const MOST_LEVELS = 200;

/** True for a value nested too deeply for recursive functions. Not recursive itself. */
export function nestedTooDeeply(value: Json): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return true;
    const next: Json[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Array.isArray(item) ? item : Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return false;
}
