import { percent, plural } from '#common/words.ts';
import { passRateOf } from '#gate/history/history-row.ts';
import { sparkline } from '#gate/history/sparkline.ts';
import { prose } from '../escape.ts';
import type { Report } from '../report.ts';

/** How main's pass rate went, as one line of text; empty before its third run. */
export function trend({ history, main }: Report): string {
  const rates = history.slice(-RUNS).map(passRateOf);
  const known = rates.filter((rate) => rate !== null);
  if (known.length < FEWEST) return '';
  const [low, high] = [Math.min(...known), Math.max(...known)].map(percent);
  return `${prose(main)}'s trials that pass, in its last ${plural(rates.length, 'run')}: ${sparkline(rates)} (${low === high ? low : `${low} to ${high}`})`;
}

const RUNS = 20;
/** Two points are no trend. */
const FEWEST = 3;
