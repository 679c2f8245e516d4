import { binomialPmf } from '../distributions/binomial.ts';

/** How often two gradings of the same trajectories differ, by direction. */
export interface Discordant {
  /** Met before, not met now. */
  readonly lost: number;
  /** Not met before, met now. */
  readonly gained: number;
}

/**
 * Exact McNemar test (McNemar 1947) that a judge grades the same trajectories as before: twice the smaller tail of Binomial(lost + gained, ½). 1 if
 * no grade differs.
 */
export function mcNemarExact({ lost, gained }: Discordant): number {
  const fewer = Math.min(lost, gained);
  const tail = binomialPmf(lost + gained, 0.5).slice(0, fewer + 1);
  return Math.min(1, 2 * tail.reduce((sum, probability) => sum + probability, 0));
}
