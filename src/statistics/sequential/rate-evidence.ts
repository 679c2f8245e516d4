import { regularisedBeta } from '../distributions/incomplete-beta.ts';
import { logGammaOfHalf } from '../distributions/log-gamma.ts';

/**
 * Evidence that events happen more often than promised, whenever one looks: the likelihood of what was seen under rates above
 * the promised one, mixed by Beta(½, ½), over that under the promised rate (Robbins 1970; an e-process, Ramdas, Grünwald, Vovk &
 * Shafer 2023). While each event has, given all before it, at most the promised chance, it is a supermartingale that starts at 1:
 * that it ever reaches 20 has a chance of at most 1/20 (Ville 1939).
 *
 * @param events 0 … trials, whole numbers
 * @param promised above 0 and below 1
 * @returns at least 0; 1 without trials
 */
export function rateEvidence(events: number, trials: number, promised: number): number {
  const none = trials - events;
  const above = (twiceA: number, twiceB: number): number =>
    Math.log(regularisedBeta(1 - promised, promised, twiceB, twiceA)) + logBeta(twiceA, twiceB);
  const mixed = above(2 * events + 1, 2 * none + 1) - above(1, 1);
  return Math.exp(mixed - events * Math.log(promised) - none * Math.log1p(-promised));
}

function logBeta(twiceA: number, twiceB: number): number {
  return logGammaOfHalf(twiceA) + logGammaOfHalf(twiceB) - logGammaOfHalf(twiceA + twiceB);
}
