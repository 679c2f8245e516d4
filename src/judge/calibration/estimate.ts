import type { JudgeError } from '#statistics/judge/judge-error.ts';
import { type Hits, judgeError } from './judge-error.ts';
import type { Answer, JudgedLabel } from './judged-label.ts';

const Z = 1.959963984540054;

/** What labels show of a judge on one criterion. */
interface JudgeEstimate {
  /** Labels as counted. */
  readonly confusion: { readonly good: Counts; readonly bad: Counts };
  readonly good: Hits;
  readonly bad: Hits;
  /** `null`: labels of one kind are missing. */
  readonly error: JudgeError | null;
  /** Share of stored trajectories on which judge and labels agree; `null` without labels. */
  readonly agreement: number | null;
  readonly kappa: Kappa | null;
}

/** Verdicts of the judge on trajectories with the same label. */
export interface Counts {
  readonly met: number;
  readonly not_met: number;
}

/** Estimates a judge's error on one criterion, each label by its weight. */
export function estimateJudge(labels: readonly JudgedLabel[]): JudgeEstimate {
  const good = hits(labels, 'met');
  const bad = hits(labels, 'not_met');
  const total = sum(labels);
  const agreeing = sum(labels.filter(({ label, verdict }) => label === verdict));
  return {
    confusion: { good: counts(labels, 'met'), bad: counts(labels, 'not_met') },
    good,
    bad,
    error: judgeError(good, bad),
    agreement: total === 0 ? null : agreeing / total,
    kappa: kappaOf(labels),
  };
}

function counts(labels: readonly JudgedLabel[], kind: Answer): Counts {
  const of = (answer: Answer) => labels.filter(({ label, verdict }) => label === kind && verdict === answer).length;
  return { met: of('met'), not_met: of('not_met') };
}

/**
 * The share of the judge's right verdicts among trajectories of this label, and how many labels of equal weight would show it
 * as exactly. With `A`, `C` the sums of weights of right and wrong verdicts and `a`, `c` the typical weight of one of them, the
 * linearised variance of `q = A / (A + C)` is `q (1 − q) / m` with `m = (A + C)² / (a C + c A)`: the number of labels itself if
 * all weigh the same. A wrong verdict that nobody found would have weighed what verdicts of its kind weigh.
 */
function hits(labels: readonly JudgedLabel[], kind: Answer): Hits {
  const own = labels.filter(({ label }) => label === kind);
  const right = own.filter(({ verdict }) => verdict === kind);
  const wrong = own.filter(({ verdict }) => verdict !== kind);
  const [sumRight, sumWrong] = [sum(right), sum(wrong)];
  const all = sumRight + sumWrong;
  if (all === 0) return { right: 0, of: 0 };
  const alike = (isRight: boolean) => labels.filter(({ verdict }) => (verdict === kind) === isRight);
  const weightRight = typicalWeight(right, alike(true), labels);
  const weightWrong = typicalWeight(wrong, alike(false), labels);
  const of = all ** 2 / (weightRight * sumWrong + weightWrong * sumRight);
  return { right: (of * sumRight) / all, of };
}

/**
 * The weight of the first of these groups that has a label; otherwise the largest weight of the last one, which claims the least.
 */
function typicalWeight(
  own: readonly JudgedLabel[],
  alike: readonly JudgedLabel[],
  labels: readonly JudgedLabel[],
): number {
  for (const group of [own, alike])
    if (group.length > 0) return group.reduce((total, { weight }) => total + weight ** 2, 0) / sum(group);
  return Math.max(...labels.map(({ weight }) => weight));
}

function sum(labels: readonly JudgedLabel[]): number {
  return labels.reduce((total, { weight }) => total + weight, 0);
}

/** Cohen's κ with a 95 % interval. */
interface Kappa {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Agreement of judge and labels beyond chance, `(p_o − p_e) / (1 − p_e)`, over the weighted table. Its standard error is
 * linearised; with equal weights it is that of Fleiss, Cohen and Everitt (1969). `null` if chance alone agrees always.
 */
function kappaOf(labels: readonly JudgedLabel[]): Kappa | null {
  const total = sum(labels);
  if (total === 0) return null;
  const share = (is: (item: JudgedLabel) => boolean) => sum(labels.filter(is)) / total;
  const [labelled, judged] = [share(({ label }) => label === 'met'), share(({ verdict }) => verdict === 'met')];
  const observed = share(({ label, verdict }) => label === verdict);
  const expected = labelled * judged + (1 - labelled) * (1 - judged);
  if (expected >= 1) return null;
  const value = (observed - expected) / (1 - expected);
  const variance = labels.reduce((all, { label, verdict, weight }) => {
    const row = verdict === 'met' ? labelled : 1 - labelled;
    const column = label === 'met' ? judged : 1 - judged;
    const agrees = label === verdict ? 1 : 0;
    const pull =
      ((agrees - observed) * (1 - expected) - (row + column - 2 * expected) * (1 - observed)) / (1 - expected) ** 2;
    return all + (weight * pull) ** 2;
  }, 0);
  const half = (Z * Math.sqrt(variance)) / total;
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}
