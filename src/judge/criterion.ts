/** What a judge may be shown of a trial. `context`: the case's own context and history, which the agent got. */
export const SEEN_PARTS = ['answer', 'conversation', 'tools', 'context'] as const;

/** One of {@link SEEN_PARTS}. */
export type SeenPart = (typeof SEEN_PARTS)[number];

/** One question that a model answers with yes or no. An id means the same question in every case of a suite. */
export interface JudgeCriterion {
  /** `[a-z][a-z0-9_-]{0,63}`. */
  readonly id: string;
  readonly ask: string;
  /** In the order of {@link SEEN_PARTS}, each once; at least one. */
  readonly sees: readonly SeenPart[];
}

/** Whether two criteria ask the same. */
export function asksTheSame(one: JudgeCriterion, other: JudgeCriterion): boolean {
  return one.ask === other.ask && one.sees.join() === other.sees.join();
}
