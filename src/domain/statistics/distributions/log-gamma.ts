import { logFactorial } from './log-factorial.ts';

/**
 * ln Γ(twice / 2): log-gamma on the whole and half numbers, which is all that a t distribution with whole degrees of
 * freedom needs. Γ(j) = (j−1)! and Γ(j+½) = √π (2j)! / (4^j j!) (DLMF 5.5.5).
 *
 * @param twice two times the argument, a whole number ≥ 1
 */
export function logGammaOfHalf(twice: number): number {
  if (twice % 2 === 0) return logFactorial(twice / 2 - 1);
  const j = (twice - 1) / 2;
  return logFactorial(2 * j) - logFactorial(j) - j * Math.log(4) + 0.5 * Math.log(Math.PI);
}
