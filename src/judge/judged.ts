/**
 * A judge's decision on a criterion. `malformed`: an answer that does not count, for example a quote that the judge never saw.
 */
export type JudgeVerdict = 'met' | 'not_met' | 'cannot_tell' | 'malformed';

/** One criterion of one trial as a judge decided it, votes included. Only `met` and `not_met` are verdicts; the rest is missing. */
export interface JudgedCriterion {
  readonly criterion: string;
  /** The turn whose expectation it is; absent for the whole trial. */
  readonly turn?: number;
  readonly verdict: JudgeVerdict;
  /** The judge's quote of what it saw, untrusted text; `null`: it quoted nothing. */
  readonly evidence: string | null;
  /** 0–1, which decided the verdict; absent: the criterion asks for yes or no. */
  readonly score?: number;
  /** Votes that were cast, and those of them that were `met`. */
  readonly votes: number;
  readonly met_votes: number;
  /** The verdict on the same content was known. */
  readonly cached: boolean;
}

/** One answer of a judge as received, for people: stored with the trajectory. */
export interface JudgeCall {
  readonly criteria: readonly string[];
  readonly turn?: number;
  /** From 1; the same again if the answer had to be repeated. */
  readonly vote: number;
  /** Untrusted text, limited in size. */
  readonly answer: string;
  /** Why it could not be read, a sentence part; `null`: it could. */
  readonly problem: string | null;
}

/** Name of the check of a criterion; `judge` is the kind of check. */
export function judgeCheckName(criterion: string): string {
  return `judge.${criterion}`;
}

/** The criterion of a check by its name; `null`: no judge decided it. */
export function criterionOfCheck(name: string): string | null {
  return name.startsWith('judge.') ? name.slice('judge.'.length) : null;
}
