/** What a judge may be shown of a trial. `context`: the case's own context and history, which the agent got. */
export const SEEN_PARTS = ['answer', 'conversation', 'tools', 'context'] as const;

/** One of {@link SEEN_PARTS}. */
export type SeenPart = (typeof SEEN_PARTS)[number];

/** One question that a model answers with yes or no, or by a score. An id means the same question in every case of a suite. */
export interface JudgeCriterion {
  /** `[a-z][a-z0-9_-]{0,63}`. */
  readonly id: string;
  readonly ask: string;
  /** In the order of {@link SEEN_PARTS}, each once; at least one. */
  readonly sees: readonly SeenPart[];
  /** The least score (0–1) that meets it; absent: the answer is yes or no. */
  readonly min_score?: number;
}

/** Whether two criteria ask the same. */
export function asksTheSame(left: JudgeCriterion, right: JudgeCriterion): boolean {
  return left.ask === right.ask && left.sees.join() === right.sees.join() && left.min_score === right.min_score;
}

/** A score beyond its ends, as models and programs give it, as the nearer end; `null`: too far off to be one, such as a percent. */
export function clampedScore(score: number): number | null {
  return score >= -1 && score <= 2 ? Math.min(1, Math.max(0, score)) : null;
}
