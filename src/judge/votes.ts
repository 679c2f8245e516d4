import type { JudgeVerdict } from './judged.ts';

/** One vote on one criterion. `problem`: why it is no verdict, a sentence part; `null`: it is one. */
export interface Vote {
  readonly verdict: JudgeVerdict;
  readonly evidence: string | null;
  /** What the verdict was cut from; absent: the criterion asks for yes or no. */
  readonly score?: number;
  readonly problem: string | null;
}

/** The decision of some votes. */
export interface Decided {
  readonly verdict: JudgeVerdict;
  readonly evidence: string | null;
  /** Of the vote that decided. */
  readonly score?: number;
  readonly votes: number;
  readonly met_votes: number;
  /** Why there is no verdict, a sentence part; `null`: there is one. */
  readonly problem: string | null;
}

/**
 * The result of the votes so far; `null`: another vote is needed.
 *
 * A first vote that finds the criterion met decides it, and so does a first vote that is no verdict: then there is none. A first
 * vote that does not find it met is confirmed: more votes follow until one side has the majority of `most`. Votes that are no
 * verdict are on no side; if they prevent a majority, there is no verdict.
 */
export function decideVotes(votes: readonly Vote[], most: number): Decided | null {
  const [first] = votes;
  if (first === undefined) return null;
  const met_votes = votes.filter(({ verdict }) => verdict === 'met').length;
  const against = votes.filter(({ verdict }) => verdict === 'not_met').length;
  const by = ({ verdict, evidence, score, problem }: Vote): Decided => ({
    verdict,
    evidence,
    ...(score !== undefined && { score }),
    votes: votes.length,
    met_votes,
    problem,
  });
  if (first.verdict !== 'not_met') return by(first);
  const enough = (most + 1) / 2;
  const last = votes.findLast(({ verdict }) => verdict === 'met');
  if (last !== undefined && met_votes >= enough) return by(last);
  if (against >= enough) return by(first);
  if (votes.length < most) return null;
  const worthless = votes.find(({ problem }) => problem !== null);
  return by(worthless ?? { verdict: 'cannot_tell', evidence: null, problem: 'the votes have no majority' });
}
