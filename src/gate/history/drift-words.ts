import { percent } from '#common/words.ts';
import type { DriftFound } from './history-row.ts';

/** `the pass rate of its scheduled runs fell from 94 % to 89.6 % over the last 4 of them`, a sentence part. */
export function driftWords({ before, now, nights }: DriftFound): string {
  const over = nights === 1 ? 'in the last one' : `over the last ${nights} of them`;
  return `the pass rate of its scheduled runs fell from ${percent(before)} to ${percent(now)} ${over}`;
}
