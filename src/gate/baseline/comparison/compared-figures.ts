import { figuresOfRun, type RunFigures } from '../results/figures-of-run.ts';
import type { Comparison } from './comparison.ts';

/** The figures of both sides over the comparable cases; without any, this side's over all cases. */
export function comparedFigures({ cases }: Comparison): {
  readonly candidate: RunFigures;
  readonly baseline: RunFigures | null;
} {
  const compared = cases.filter(({ status }) => status === 'comparable');
  const here = compared.length > 0 ? compared : cases;
  return {
    candidate: figuresOfRun({ cases: here.flatMap(({ candidate }) => candidate ?? []) }),
    baseline: compared.length > 0 ? figuresOfRun({ cases: compared.flatMap(({ baseline }) => baseline ?? []) }) : null,
  };
}
