import type { LeftOutCases } from '#cases/suite/selection/left-out-cases.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';

/** Stored runs limited to a selection. */
export interface SelectedBaseline {
  readonly baseline: BaselineLookup;
  /** Cases of main's nearest run that the selection leaves out here. */
  readonly left_out: readonly CaseRecord[];
}

/**
 * Cases that the selection leaves out here are left out there: nothing is compared with them. But if the change removes a
 * selected tag from a case of main, the change itself takes the case out of the suite.
 */
export function withinSelection(
  baseline: BaselineLookup,
  { left_out: leftOut }: { readonly left_out: LeftOutCases },
): SelectedBaseline {
  if (baseline.kind === 'none' || leftOut.size === 0) return { baseline, left_out: [] };
  const isStill = ({ id, tags }: CaseRecord) =>
    !leftOut.has(id) || leftOut.get(id)?.some((tag) => tags.includes(tag)) === true;
  const without = (results: ResultsFile) => ({ ...results, cases: results.cases.filter(isStill) });
  const [nearest, ...others] = baseline.runs;
  return {
    baseline: {
      ...baseline,
      runs: [
        { ...nearest, results: without(nearest.results) },
        ...others.map((run) => ({ ...run, results: without(run.results) })),
      ],
    },
    left_out: nearest.results.cases.filter((record) => !isStill(record)),
  };
}
