import { plural } from '#domain/words.ts';

/** Cases by name: `a`, `a and b`, `a, b and 3 more cases`. */
export function caseNames(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED);
  const more = ids.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${plural(more, 'more case')}`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const MOST_NAMED = 3;
