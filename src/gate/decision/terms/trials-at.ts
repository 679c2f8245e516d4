import type { GateTrial, PairedCase } from './evidence.ts';

/** The case at a look: its trials up to that number; all of a case that sets its own number. */
export function trialsAt(item: PairedCase, look: number): PairedCase {
  return item.fixed ? item : withTrials(item, look);
}

/** Cases at a look that all of them have. */
export function casesAt(cases: readonly PairedCase[], look: number): readonly PairedCase[] {
  return cases.map((item) => trialsAt(item, look));
}

/** The case with the trials up to a number; itself if it has no others, so that what is known of them stays known. */
export function withTrials<Item extends { readonly trials: readonly GateTrial[] }>(item: Item, most: number): Item {
  if (item.trials.every(({ index }) => index <= most)) return item;
  return { ...item, trials: item.trials.filter(({ index }) => index <= most) };
}
