/** What a person says of one criterion of one trajectory. */
export interface Label {
  readonly case_id: string;
  /** Of the trajectory, see `trajectoryHash`. */
  readonly trajectory: string;
  readonly criterion: string;
  /** The turn whose expectation it is; absent for the whole trial. */
  readonly turn?: number;
  readonly label: 'met' | 'not_met';
  readonly labeller: string;
  readonly note?: string;
  /** Of the question that was answered, see `questionHash`; absent: unknown. */
  readonly question?: string;
  /** How the trajectory was drawn; absent: a person chose it. */
  readonly drawn?: Draw;
}

/** How a trajectory was drawn, which gives its weight. */
export interface Draw {
  /** The verdict within which it was drawn. */
  readonly from: 'met' | 'not_met';
  /** Trajectories with that verdict. */
  readonly of: number;
  /** Trials that had this trajectory. */
  readonly times: number;
}

/** The line of a label. */
export function labelText(label: Label): string {
  return `${JSON.stringify(label)}\n`;
}

/** What a label is of: equal for labels that answer the same question. */
export function subjectOf({ case_id, trajectory, criterion, turn }: Subject): string {
  return JSON.stringify([case_id, trajectory, criterion, turn ?? null]);
}

/** A criterion of a trajectory. */
export type Subject = Pick<Label, 'case_id' | 'trajectory' | 'criterion' | 'turn'>;
