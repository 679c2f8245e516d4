/** A round: one pair of trials of every case, by whether the candidate passed alone, today's alone, or both or neither. */
export interface PairedRound {
  readonly better: number;
  readonly worse: number;
  readonly same: number;
}

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
 * @param round a whole one: it has every case once
 * @param margin above 0 and below 1
 */
export function withRound(
  evidence: MarginEvidence,
  { better, worse, same }: PairedRound,
  margin: number,
): MarginEvidence {
  const { pairs, differing } = evidence;
  const stake = bestStake((differing + FIRST_DIFFERING * FIRST_PAIRS) / (pairs + FIRST_PAIRS) / 2, margin);
  const gain =
    worse * Math.log1p(-stake * (1 - margin)) +
    same * Math.log1p(stake * margin) +
    better * Math.log1p(stake * (1 + margin));
  const now = evidence.now + gain;
  return {
    now,
    most: Math.max(evidence.most, now),
    pairs: pairs + better + worse + same,
    differing: differing + better + worse,
  };
}

/** What is assumed of a pair before the first round, and how many pairs that counts as. */
const FIRST_DIFFERING = 0.28;
const FIRST_PAIRS = 5;

/** No stake loses everything at once. */
const LARGEST = 0.95;
const STEPS = 30;

/**
 * The stake under which evidence grows fastest for a candidate that is equal.
 *
 * @param either the chance that the candidate alone passes, and that today's alone does
 */
function bestStake(either: number, margin: number): number {
  const [down, up] = [1 - margin, 1 + margin];
  const growth = (stake: number): number =>
    ((1 - 2 * either) * margin) / (1 + stake * margin) + either * (up / (1 + stake * up) - down / (1 - stake * down));
  let [low, high] = [0, LARGEST / down];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (growth(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}
