/** A user played by a model until the goal is reached. */
export interface SimulatedUserSpec {
  /** Who the user is and how they speak. */
  readonly persona: string;
  /** What they want; the user stops when it is reached. */
  readonly goal: string;
  /** Most user turns, the opening included. */
  readonly max_turns: number;
  /** The conversation also ends when an answer of the agent contains one of these texts (case-insensitive). */
  readonly stop: readonly string[];
}
