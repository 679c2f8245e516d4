/** The votes on one trajectory by a judge that is asked again only after a first vote failed it, until one side has a majority. */
export interface Votes {
  readonly votes: number;
  readonly met: number;
  /** The majority found it met. */
  readonly passed: boolean;
}

/** Variances of one vote, of a case. */
export interface VoteVariance {
  /** Between votes on one trajectory: the judge's. */
  readonly judge: number;
  /** Between first votes on different trajectories of the case: the judge's and the agent's. */
  readonly total: number;
}

/**
 * Whose flips a case's verdicts are. A trajectory that the judge passes with probability π has a vote of variance π(1 − π), which is the chance
 * that a first vote fails and a second one passes: so over n trajectories the share of those estimates the judge's variance without bias, and
 * p(1 − p)·n/(n − 1) of the first votes the sum of both (law of total variance; one-way random effects, Searle, Casella & McCulloch 1992).
 *
 * @returns `null` with fewer than two trajectories, or if a failed one was asked only once: nothing tells the two apart
 */
export function voteVariance(trajectories: readonly Votes[]): VoteVariance | null {
  const count = trajectories.length;
  if (count < 2 || trajectories.some(({ votes, met }) => votes === 1 && met === 0)) return null;
  const again = trajectories.filter(({ votes }) => votes > 1);
  const first = (count - again.length) / count;
  return {
    judge: again.reduce((sum, one) => sum + secondPasses(one), 0) / count,
    total: (first * (1 - first) * count) / (count - 1),
  };
}

/** The chance that the second vote passed: the last one gave the majority, and those between could have come in any order. */
function secondPasses({ votes, met, passed }: Votes): number {
  const between = votes - 2;
  return between === 0 ? Number(passed) : (met - Number(passed)) / between;
}

/** The judge's share of the variance of some cases together, 0–1; `null` if nothing varied. */
export function judgeShare(cases: readonly VoteVariance[]): number | null {
  const total = cases.reduce((sum, one) => sum + one.total, 0);
  return total === 0 ? null : Math.min(1, cases.reduce((sum, one) => sum + one.judge, 0) / total);
}
