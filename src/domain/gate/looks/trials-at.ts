import type { PairedCase } from '../evidence.ts';

/** The case as a look sees it: its trials up to that number; all of a case that names its own number. */
export function trialsAt(item: PairedCase, look: number): PairedCase {
  return item.fixed ? item : { ...item, trials: item.trials.filter(({ index }) => index <= look) };
}
