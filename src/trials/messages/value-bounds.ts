import type { Json } from '#common/json.ts';

const MAX_DEPTH = 100;
const MAX_VALUES = 200_000;

/**
 * Why an agent's value is too large to process, a sentence part, or `null`: more than 100 levels deep or more than 200,000
 * values. Without recursion, so that a hostile value can't overflow the stack.
 */
export function boundsProblem(value: Json): string | null {
  let level: readonly Json[] = [value];
  let seen = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `nested more than ${MAX_DEPTH} levels deep`;
    const next: Json[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      const inner: readonly Json[] = Array.isArray(item) ? item : Object.values(item);
      seen += inner.length;
      if (seen > MAX_VALUES)
        return `too many values: expected at most ${MAX_VALUES} (lists, objects and what they hold)`;
      for (const child of inner) next.push(child);
    }
    level = next;
  }
  return null;
}
