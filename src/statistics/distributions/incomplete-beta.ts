import { logGammaOfHalf } from './log-gamma.ts';

/**
 * Regularised incomplete beta function I_x(a, b) for whole and half parameters, by the continued fraction DLMF
 * 8.17.22 on the side where it converges fast (I_x(a,b) = 1 − I_{1−x}(b,a)).
 *
 * @param x 0–1
 * @param complement 1 − x, given apart because near x = 1 it holds the digits
 * @param twiceA two times a, a whole number ≥ 1; `twiceB` likewise
 */
export function regularisedBeta(x: number, complement: number, twiceA: number, twiceB: number): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  const a = twiceA / 2;
  const b = twiceB / 2;
  const flip = x * (a + b + 2) > a + 1;
  const factor = Math.exp(a * Math.log(x) + b * Math.log(complement) - logBeta(twiceA, twiceB));
  return flip ? 1 - (factor * fraction(complement, b, a)) / b : (factor * fraction(x, a, b)) / a;
}

function logBeta(twiceA: number, twiceB: number): number {
  return logGammaOfHalf(twiceA) + logGammaOfHalf(twiceB) - logGammaOfHalf(twiceA + twiceB);
}

const TINY = 1e-300;
const MOST_TERMS = 10_000;

/** 1/(1 + d₁/(1 + d₂/(1 + …))) by the modified Lentz method (Thompson & Barnett 1986). */
function fraction(x: number, a: number, b: number): number {
  let value = 1;
  let rising = 1;
  let falling = 0;
  for (let j = 1; j <= MOST_TERMS; j++) {
    const term = coefficient(j, x, a, b);
    rising = nonZero(1 + term / rising);
    falling = 1 / nonZero(1 + term * falling);
    value *= rising * falling;
    if (Math.abs(rising * falling - 1) < Number.EPSILON) break;
  }
  return 1 / value;
}

function coefficient(j: number, x: number, a: number, b: number): number {
  const half = Math.floor(j / 2);
  return j % 2 === 0
    ? (half * (b - half) * x) / ((a + j - 1) * (a + j))
    : -((a + half) * (a + b + half) * x) / ((a + j - 1) * (a + j));
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
