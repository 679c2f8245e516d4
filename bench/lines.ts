// npm run bench:lines: a contributor runs it when the search for the line changes.
/**
 * Simulates the search for the line that broke a case: `npm run bench:lines`. Ends with 1 when a mark is missed.
 */
import { searchWorlds, type World } from './lines/worlds.ts';

const SEARCHES = 2_000;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Of 16 parts, what is promised. */
const MARKS: Readonly<Record<World, { readonly right: number; readonly innocent: number }>> = {
  one: { right: 0.95, innocent: 0.01 },
  either: { right: 0.9, innocent: 0.01 },
  both: { right: 0.75, innocent: 0.01 },
  nothing: { right: 0, innocent: 0.03 },
};

const rows: { [column: string]: string | number }[] = [];
for (const world of ['one', 'either', 'both', 'nothing'] as const)
  for (const parts of [2, 4, 8, 16, 40]) {
    const { right, innocent, trials } = await searchWorlds(world, parts, SEARCHES);
    const mark = MARKS[world];
    const isMet = parts !== 16 || (right >= mark.right && innocent <= mark.innocent);
    if (!isMet) process.exitCode = 1;
    const outcome = parts === 16 ? (isMet ? 'met' : 'MISSED') : '';
    rows.push({ world, parts, right: percent(right), innocent: percent(innocent), trials: trials.toFixed(1), outcome });
  }
console.table(rows);
