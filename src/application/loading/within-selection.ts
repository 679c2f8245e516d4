import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#domain/baseline/results-file.ts';
import type { LoadedSuite } from './load-suite.ts';

/**
 * What the selection leaves out here is left out there: it is not removed from the suite. But a case that main has under a selected tag, and that
 * the change takes that tag from, leaves it by the change's doing.
 */
export function withinSelection(
  baseline: BaselineLookup,
  { left_out: leftOut }: Pick<LoadedSuite, 'left_out'>,
): BaselineLookup {
  if (baseline.kind === 'none' || leftOut.size === 0) return baseline;
  const isStill = ({ id, tags }: CaseRecord) =>
    !leftOut.has(id) || leftOut.get(id)?.some((tag) => tags.includes(tag)) === true;
  const without = (results: ResultsFile) => ({ ...results, cases: results.cases.filter(isStill) });
  const [nearest, ...others] = baseline.runs;
  return {
    ...baseline,
    runs: [
      { ...nearest, results: without(nearest.results) },
      ...others.map((run) => ({ ...run, results: without(run.results) })),
    ],
  };
}
