import { reaches } from '#statistics/beyond.ts';

/** How large the p of a suspicious case may be: at most `most`, and at most `first` or `later` over the root of main's trials of it. */
const SUSPICIOUS = {
  /** Stored trials of main decide. */
  alone: { most: 0.6, first: 1.2, later: 0.6 },
  /** It is only tried again, which costs less than to miss it. */
  choosing: { most: 0.65, first: 1.45, later: 0.6 },
};

/**
 * Whether a case gets more trials although the suite is settled. The fewer trials main has of it, the less a case that broke can
 * show at first, so the more is suspicious.
 *
 * @param stored main's trials of the case
 */
export function isSuspicious(p: number, stored: number, isFirstLook: boolean, looksChoose: boolean): boolean {
  const { most, first, later } = looksChoose ? SUSPICIOUS.choosing : SUSPICIOUS.alone;
  return reaches(p, Math.min(most, (isFirstLook ? first : later) / Math.sqrt(stored)));
}

/** Times 1/m: a little more than a half, so that a case that passed four of five on main and three of ten here is among them (p = 0.1002). */
const WORSE = 0.51;

/** Whether a case is worth fresh trials on both sides once the looks are over. */
export function looksWorse(p: number, stored: number): boolean {
  return reaches(p, WORSE / stored);
}
