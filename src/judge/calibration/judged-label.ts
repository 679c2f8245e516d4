/** A yes or no to one criterion. */
export type Answer = 'met' | 'not_met';

/** A trajectory that a person labelled and the judge judged. */
export interface JudgedLabel {
  readonly label: Answer;
  readonly verdict: Answer;
  /** How many stored trajectories it stands for: the inverse of its probability to be drawn. */
  readonly weight: number;
}
