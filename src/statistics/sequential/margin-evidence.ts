/** Evidence against "worse by at least the margin", as logarithms, and what the next stake is chosen by. */
export interface MarginEvidence {
  /** After the last round. */
  readonly now: number;
  /** The most after any round: exp(−most) is a p-value, whenever one looks. */
  readonly most: number;
  readonly pairs: number;
  readonly differing: number;
}

/** Before the first round. */
export const NO_EVIDENCE: MarginEvidence = { now: 0, most: 0, pairs: 0, differing: 0 };

/**
 * Evidence that the mean over fixed cases of (candidate's rate − today's) is above −margin, with one more round: a game of bets against it (Waudby-Smith &
 * Ramdas 2024). A pair with difference x multiplies the stake by 1 + λ(x + margin), where λ is chosen before the round, the same for all cases. If case i falls
 * by dᵢ, a round multiplies it on average by Π (1 + λ(margin − dᵢ)), by the inequality of the means at most (1 + λ(margin − mean d))ⁿ, so at most 1 whenever
 * the mean falls by the margin or more, however the fall is spread. That the stake ever reaches 1/α then has a chance of at most α (Ville 1939).
 *
 * @param today whether today's model passed in the round, of every case once
 * @param candidate of the same cases
 * @param margin above 0 and below 1
 */
export function withRound(
  evidence: MarginEvidence,
  { today, candidate }: Readonly<Record<'today' | 'candidate', readonly boolean[]>>,
  margin: number,
): MarginEvidence {
  const { pairs, differing } = evidence;
  const better = candidate.filter((passed, at) => passed && today[at] === false).length;
  const worse = candidate.filter((passed, at) => !passed && today[at] === true).length;
  const same = candidate.length - better - worse;
  const stake = bestStake((differing + FIRST_DIFFERING * FIRST_PAIRS) / (pairs + FIRST_PAIRS) / 2, margin);
  const gain =
    worse * Math.log1p(-stake * (1 - margin)) +
    same * Math.log1p(stake * margin) +
    better * Math.log1p(stake * (1 + margin));
  const now = evidence.now + gain;
  return {
    now,
    most: Math.max(evidence.most, now),
    pairs: pairs + candidate.length,
    differing: differing + better + worse,
  };
}

/** What is assumed of a pair before the first round, and how many pairs that counts as. */
const FIRST_DIFFERING = 0.28;
const FIRST_PAIRS = 5;

/** No stake loses everything at once. */
const LARGEST = 0.95;

/**
 * The stake λ under which evidence grows fastest for a candidate that is equal: e·log(1 + λ(1 + margin)) + e·log(1 − λ(1 − margin)) +
 * (1 − 2e)·log(1 + λ·margin) is largest where a quadratic equation holds.
 *
 * @param either e, the chance that the candidate alone passes, and that today's alone does
 */
function bestStake(either: number, margin: number): number {
  const lean = margin ** 2 - either;
  return Math.min(margin / (Math.sqrt(lean ** 2 + margin ** 2 * (1 - margin ** 2)) - lean), LARGEST / (1 - margin));
}
