import type { JudgeError } from './judge-error.ts';

/** A criterion with the judge's error on it. */
export interface CriterionError {
  readonly id: string;
  readonly error: JudgeError;
}

/** How the outcome of a case's trials errs because some of it is judged, as if one judge had judged it. */
export interface CaseJudge {
  readonly q1: number;
  readonly q0: number;
  /** What a change of the true pass rate is multiplied by in the judged one. */
  readonly j: number;
  /** How these change with each error that was estimated from labels. */
  readonly slopes: readonly Slope[];
}

/** Of a case's `q1`, `q0` and `j` by one estimated share of right verdicts. */
export interface Slope {
  /** Cases that share a criterion share its errors of estimation. */
  readonly of: string;
  /** Of the estimate, by the labels alone: q(1 − q)/m. */
  readonly variance: number;
  readonly q1: number;
  readonly q0: number;
  readonly j: number;
}

/**
 * The judge of a case with several criteria, all of which a trial must meet. A good trial passes with Π q1. One that fails a single criterion k
 * passes with (1 − q0ₖ) · Π q1 of the others, so a change of it shows as Jₖ · Π q1 of the others: the criterion with the least of that is taken,
 * because which one a change breaks is unknown. With one criterion it is that criterion's error.
 *
 * @throws RangeError without a criterion, or if one has J ≤ 0: its verdicts say nothing, or the opposite
 */
export function caseJudge(criteria: readonly CriterionError[]): CaseJudge {
  for (const { id, error } of criteria)
    if (!(error.j > 0)) throw new RangeError(`the judge of ${id} has J = ${error.j}: its verdicts say nothing`);
  const good = criteria.reduce((product, { error }) => product * error.q1, 1);
  const share = ({ error }: CriterionError) => (good / error.q1) * error.j;
  const [worst, ...equals] = criteria.toSorted((left, right) => share(left) - share(right));
  if (worst === undefined) throw new RangeError('a case without a criterion is not judged');
  const others = good / worst.error.q1;
  const passesThoughBad = (1 - worst.error.q0) * others;
  const j = others * worst.error.j;
  return {
    q1: good,
    q0: 1 - passesThoughBad,
    j,
    slopes: [
      { ...ofGood(worst), q1: others, q0: 0, j: others },
      { ...ofBad(worst), q1: 0, q0: others, j: others },
      ...equals.map((other) => {
        const { q1 } = other.error;
        return { ...ofGood(other), q1: good / q1, q0: -passesThoughBad / q1, j: j / q1 };
      }),
    ],
  };
}

function ofGood({ id, error: { q1, m1 } }: CriterionError): Pick<Slope, 'of' | 'variance'> {
  return { of: `q1 ${id}`, variance: (q1 * (1 - q1)) / m1 };
}

function ofBad({ id, error: { q0, m0 } }: CriterionError): Pick<Slope, 'of' | 'variance'> {
  return { of: `q0 ${id}`, variance: (q0 * (1 - q0)) / m0 };
}

/**
 * Variance that the labels' sampling gives to a sum over cases, by the delta method: each estimated share moves all cases that were judged by it
 * together.
 *
 * @param moves per case, how its term changes with a slope
 */
export function varianceOfLabels(
  moves: readonly { readonly slopes: readonly Slope[]; readonly by: (slope: Slope) => number }[],
) {
  const sums = new Map<string, { variance: number; slope: number }>();
  for (const { slopes, by } of moves)
    for (const slope of slopes) {
      const before = sums.get(slope.of)?.slope ?? 0;
      sums.set(slope.of, { variance: slope.variance, slope: before + by(slope) });
    }
  return [...sums.values()].reduce((total, { variance, slope }) => total + slope ** 2 * variance, 0);
}
