import { groupBy } from '#common/group-by.ts';
import type { CalibratedCriterion } from '../calibration/calibration-file.ts';
import { type Counts, estimateJudge } from '../calibration/estimate.ts';
import { errorOf } from '../calibration/judge-error.ts';
import type { Answer, JudgedLabel } from '../calibration/judged-label.ts';
import type { JudgeVerdict } from '../judged.ts';
import type { Draw } from './label.ts';

/** A label with what the judge said of its trajectory. */
export interface CalibratingLabel {
  readonly criterion: string;
  readonly label: Answer;
  readonly drawn: Draw | null;
  /** Of the question. */
  readonly question: string;
  /** Every time it was asked, at least once; only the first is a verdict of the calibration. */
  readonly verdicts: readonly [JudgeVerdict, ...JudgeVerdict[]];
}

/** What labels show about a judge, criterion by criterion; `stored` counts trajectories with each verdict. */
export function calibrateLabels(
  labels: readonly CalibratingLabel[],
  stored: ReadonlyMap<string, Counts>,
): { readonly [criterion: string]: CalibratedCriterion } {
  const groups = groupBy(labels, ({ criterion }) => criterion);
  return Object.fromEntries(
    [...groups].map(([criterion, own]) => [
      criterion,
      calibrateCriterion(own, stored.get(criterion) ?? { met: 0, not_met: 0 }),
    ]),
  );
}

function calibrateCriterion(labels: readonly CalibratingLabel[], stored: Counts): CalibratedCriterion {
  const judged = labels.flatMap(({ label, drawn, verdicts: [verdict] }): readonly LabelledVerdict[] =>
    verdict === 'met' || verdict === 'not_met' ? [{ label, drawn, verdict }] : [],
  );
  const { good, bad, confusion, agreement, kappa } = estimateJudge(weighLabels(judged, stored));
  const counts = {
    good: { met: round(good.right), of: round(good.of) },
    bad: { not_met: round(bad.right), of: round(bad.of) },
  };
  const error = errorOf(counts);
  const again = labels.filter(({ verdicts }) => verdicts.length > 1);
  return {
    labels: {
      met: labels.filter(({ label }) => label === 'met').length,
      not_met: labels.filter(({ label }) => label === 'not_met').length,
    },
    confusion,
    unjudged: labels.length - judged.length,
    ...counts,
    q1: error === null ? null : round(error.q1),
    q0: error === null ? null : round(error.q0),
    j: error === null ? null : round(error.j),
    var_j: error === null ? null : round(error.varJ),
    agreement: agreement === null ? null : round(agreement),
    kappa: kappa === null ? null : { value: round(kappa.value), low: round(kappa.low), high: round(kappa.high) },
    flips:
      again.length === 0
        ? null
        : { changed: again.filter(({ verdicts }) => new Set(verdicts).size > 1).length, of: again.length },
    // A variance falls as the number of labels grows: a fourth of it takes four times as many.
    to_halve: error === null ? null : 3 * judged.length,
    questions: [...new Set(labels.map(({ question }) => question))].sort(),
  };
}

function round(number: number): number {
  return Math.round(number * DIGITS) / DIGITS;
}

const DIGITS = 1_000_000;

/** A label of one criterion with the verdict of the judge that is calibrated. */
interface LabelledVerdict {
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
