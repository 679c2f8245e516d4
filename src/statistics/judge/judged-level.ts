import { Z_TWO_SIDED_95 } from '../distributions/normal.ts';
import type { Interval } from '../interval.ts';
import { type CaseJudge, caseJudge, varianceOfLabels } from './case-judge.ts';
import type { JudgeError } from './judge-error.ts';

/** A rate and the variance of its estimate. */
export interface Estimate {
  readonly value: number;
  readonly variance: number;
}

/**
 * The true rate behind a judged one: θ̂ = (p̂ + q̂0 − 1)/Ĵ (Rogan & Gladen 1978), with the variance of all three estimates,
 * [Var p̂ + (1 − θ̂)²·q̂0(1 − q̂0)/m0 + θ̂²·q̂1(1 − q̂1)/m1]/Ĵ² (delta method; Lang & Reiczigel 2014). It may lie outside 0–1.
 *
 * @throws RangeError for J ≤ 0
 */
export function trueRate({ value: rate, variance }: Estimate, error: JudgeError): Estimate {
  const judge = caseJudge([{ id: 'the criterion', error }]);
  const value = levelOf(rate, judge);
  const labels = varianceOfLabels([{ slopes: judge.slopes, by: (slope) => moveOf(value, judge, slope) }]);
  return { value, variance: variance / judge.j ** 2 + labels };
}

/** The pass rate of a case; `judge`: what errs in it. */
export interface JudgedRate {
  readonly rate: number;
  readonly trials: number;
  readonly judge: CaseJudge | null;
}

/** A mean rate that an absolute floor is compared with. */
export interface JudgedLevel {
  readonly value: number;
  readonly ci95: Interval;
}

/**
 * The true mean pass rate of a suite in which some cases are judged: the mean over cases of {@link trueRate}, within 0–1. A case's sampling
 * variance is that of the mean rate of its kind (judged or not) with two passes and two failures more, so that rates of 0 and 1 have one
 * (Agresti & Coull 1998).
 *
 * @returns `null` without a case that has trials
 */
export function judgedLevel(cases: readonly JudgedRate[]): JudgedLevel | null {
  const tried = cases.filter(({ trials }) => trials > 0);
  const count = tried.length;
  if (count === 0) return null;
  const spreads = {
    judged: spreadOf(tried.filter(({ judge }) => judge !== null)),
    other: spreadOf(tried.filter(({ judge }) => judge === null)),
  };
  let [sum, sampling] = [0, 0];
  const moves: Parameters<typeof varianceOfLabels>[0][number][] = [];
  for (const { rate, trials, judge } of tried) {
    const level = judge === null ? rate : levelOf(rate, judge);
    sum += level;
    sampling += (judge === null ? spreads.other : spreads.judged / judge.j ** 2) / trials;
    if (judge !== null) moves.push({ slopes: judge.slopes, by: (slope) => moveOf(level, judge, slope) });
  }
  const value = sum / count;
  const margin = (Z_TWO_SIDED_95 * Math.sqrt(sampling + varianceOfLabels(moves))) / count;
  return { value: within(value), ci95: { low: within(value - margin), high: within(value + margin) } };
}

function levelOf(rate: number, { q0, j }: CaseJudge): number {
  return (rate + q0 - 1) / j;
}

function moveOf(level: number, { j }: CaseJudge, slope: { readonly q0: number; readonly j: number }): number {
  return (slope.q0 - level * slope.j) / j;
}

/** p(1 − p) of a mean rate, at the effective number of trials that it was estimated from. */
function spreadOf(cases: readonly JudgedRate[]): number {
  if (cases.length === 0) return 0;
  const effective = cases.length ** 2 / cases.reduce((sum, { trials }) => sum + 1 / trials, 0);
  const rate = cases.reduce((sum, item) => sum + item.rate, 0) / cases.length;
  const moderate = (rate * effective + 2) / (effective + 4);
  return moderate * (1 - moderate);
}

function within(rate: number): number {
  return Math.min(1, Math.max(0, rate));
}
