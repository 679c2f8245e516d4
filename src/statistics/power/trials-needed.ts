import { dropVariance } from '../counts/drop-variance.ts';
import { normalCdf, normalQuantile, normalSf, Z_ONE_SIDED_95 } from '../distributions/normal.ts';
import { correctedDrop, type JudgedCounts } from '../judge/corrected-drop.ts';
import { type Drift, leastBeyondDays } from '../values/drift.ts';

/** A test of the mean that is open: its drop, and what would settle it. */
export interface OpenTest {
  readonly drop: number;
  /** The same corrected for a judge that shows only a part of it; absent: nothing errs. */
  readonly corrected?: { readonly drop: number; readonly visible_share: number };
  /** The share of the cases that were tested, where the others are unchanged; absent: all. */
  readonly share?: number;
  readonly boundary: number;
  readonly max_drop: number;
  readonly rule_out: number | null;
}

/** No plan asks for more trials per case than this. */
const MOST_TRIALS = 50;

/** Four times out of five. */
const USUALLY = 0.8;

/** How main's runs differ from one another and from another day. */
export interface DaysOfMain {
  /** Of the drop, from runs of main that differ beyond chance. */
  readonly extra_variance: number;
  /** How far main's mean may be from that of another day; `null`: not at all. */
  readonly drift: Drift | null;
}

/**
 * The smallest number of trials per case, more than now, that settle an open suite test four times out of five: the drop that matters is ruled out,
 * or the drop is red. The baseline keeps its trials.
 *
 * @param trials trials per case now
 * @returns `null` if 50 are not enough: more cases are needed
 */
export function trialsNeeded(
  cases: readonly JudgedCounts[],
  suite: OpenTest,
  trials: number,
  days: DaysOfMain,
): number | null {
  for (let n = trials + 1; n <= MOST_TRIALS; n++) {
    // Another day only explains reds away, and costs the most time.
    const byChance = chanceToSettle(cases, suite, n, { ...days, drift: null });
    if (byChance >= USUALLY && chanceToSettle(cases, suite, n, days) >= USUALLY) return n;
  }
  return null;
}

/**
 * The chance that so many trials per case settle the test, if the true rates are about those that were seen: the drop is then normal about today's,
 * with the variance that the further trials bring, Σ p̂(1−p̂)(1/n − 1/n′)/C².
 */
export function chanceToSettle(
  cases: readonly JudgedCounts[],
  suite: OpenTest,
  trials: number,
  { extra_variance: extraVariance, drift }: DaysOfMain,
): number {
  const planned = cases.map(({ counts, judge }) => {
    const n = Math.max(counts.n, trials);
    return { counts: { ...counts, a: (counts.a / counts.n) * n, n }, judge };
  });
  const share = suite.share ?? 1;
  const judged = errorOf(planned);
  const corrected = share * (correctedDrop(planned, extraVariance)?.standardError ?? 0);
  const moves = share * Math.sqrt(addedVariance(cases, trials));
  // A judge that errs shows less of a drop than there is, and of how it moves.
  const visibleShare = suite.corrected?.visible_share ?? 1;
  const tests = suite.boundary > 0;
  const byChance = Math.max((suite.max_drop * visibleShare) / share, -normalQuantile(suite.boundary) * judged);
  const leastRed = drift === null || !tests ? byChance : leastBeyondDays(byChance, judged, drift, suite.boundary);
  const reds = tests ? above(share * leastRed - suite.drop, moves) : 0;
  const ruledOut =
    suite.rule_out === null ? null : suite.rule_out - Z_ONE_SIDED_95 * corrected - (suite.corrected ?? suite).drop;
  // A drop beyond chance is no pass, however small: it is red, or another day explains it.
  const unshown = tests ? share * byChance - suite.drop : Number.POSITIVE_INFINITY;
  const passes = ruledOut === null ? 0 : below(Math.min(ruledOut * visibleShare, unshown), moves);
  return Math.min(1, passes + reds);
}

/** Of the judged drop, if nothing changed. */
function errorOf(planned: readonly JudgedCounts[]): number {
  const counts = planned.map((item) => item.counts);
  const { exchangeable } = dropVariance(counts);
  return Math.sqrt(exchangeable) / counts.length;
}

function addedVariance(cases: readonly JudgedCounts[], trials: number): number {
  const sum = cases.reduce((all, { counts: { a, n, b, m } }) => {
    if (trials <= n) return all;
    // A single trial does not show how much its case varies; with those of main it does.
    const rate = n > 1 ? a / n : (a + b) / (n + m);
    const variance = n > 1 ? (rate * (1 - rate) * n) / (n - 1) : rate * (1 - rate);
    return all + variance * (1 / n - 1 / trials);
  }, 0);
  return sum / cases.length ** 2;
}

function below(room: number, error: number): number {
  return error === 0 ? Number(room > 0) : normalCdf(room / error);
}

function above(gap: number, error: number): number {
  return error === 0 ? Number(gap <= 0) : normalSf(gap / error);
}
