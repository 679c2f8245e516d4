import { reaches } from '#domain/statistics/beyond.ts';

/** No case with a larger p is suspicious, however little main has of it. */
const MOST = 0.6;

/**
 * Whether a case gets more trials although the suite is settled. The fewer trials main has of it, the less a case that broke can show at
 * first, so the more is taken for suspicious.
 *
 * @param stored main's trials of the case
 */
export function isSuspicious(p: number, stored: number, isFirstLook: boolean): boolean {
  return reaches(p, Math.min(MOST, (isFirstLook ? 1.2 : 0.6) / Math.sqrt(stored)));
}

/** Times 1/m: a little more than a half, so that a case that passed four of five on main and three of ten here is among them (p = 0.1002). */
const WORSE = 0.51;

/** Whether a case is worth fresh trials on both sides once the looks are over. */
export function looksWorse(p: number, stored: number): boolean {
  return reaches(p, WORSE / stored);
}
