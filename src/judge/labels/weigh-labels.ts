import type { Answer, JudgedLabel } from '../calibration/judged-label.ts';
import type { Draw } from './label.ts';

/** A label of one criterion with the verdict of the judge that is calibrated. */
export interface LabelledVerdict {
  readonly label: Answer;
  readonly verdict: Answer;
  /** `null`: a person chose the trajectory. */
  readonly drawn: Draw | null;
}

/**
 * Labels with their weights: how many stored trials each stands for. One that was drawn stands for its share of the
 * trajectories it was drawn from, so that labels that were skipped or are still to come leave no gap; one that a person chose
 * stands for its share of all stored trajectories with its verdict.
 *
 * @param stored trajectories with each verdict
 */
export function weighLabels(
  labels: readonly LabelledVerdict[],
  stored: Readonly<Record<Answer, number>>,
): readonly JudgedLabel[] {
  const groupOf = ({ drawn, verdict }: LabelledVerdict): string =>
    drawn === null ? `chosen ${verdict}` : `drawn ${drawn.from} ${drawn.of}`;
  const sizes = new Map<string, number>();
  for (const item of labels) sizes.set(groupOf(item), (sizes.get(groupOf(item)) ?? 0) + 1);
  return labels.map((label) => {
    const size = sizes.get(groupOf(label)) ?? 1;
    const of = label.drawn === null ? Math.max(size, stored[label.verdict]) : label.drawn.of;
    return { label: label.label, verdict: label.verdict, weight: (of / size) * (label.drawn?.times ?? 1) };
  });
}
