import type { PairedCase } from '../evidence.ts';

/** The case at a look: its trials up to that number; all of a case that sets its own number. */
export function trialsAt(item: PairedCase, look: number): PairedCase {
  return item.fixed ? item : { ...item, trials: item.trials.filter(({ index }) => index <= look) };
}
