import { groupBy } from '#common/group-by.ts';
import { type CaseMeasures, measureCase } from '#trials/metrics/measure-case.ts';
import { measuredSuite, type SuiteMetrics } from '#trials/metrics/measure-suite.ts';
import type { ResultsFile } from './results-file.ts';

/** The figures of a run, over all its cases and over those of each tag. */
export interface RunFigures {
  readonly suite: SuiteMetrics;
  readonly tags: { readonly [tag: string]: SuiteMetrics };
}

/** Most tags whose figures are stored. */
const MOST_TAGS = 500;

/** Measures the cases of a run. */
export function figuresOfRun({ cases }: Pick<ResultsFile, 'cases'>): RunFigures {
  const measured = cases.map(({ tags, trials }) => ({ tags, measures: measureCase(trials) }));
  const tagged = groupBy(
    measured.flatMap(({ tags, measures }) => tags.map((tag) => ({ tag, measures }))),
    ({ tag }) => tag,
  );
  const figuresOf = (cases: readonly { readonly measures: CaseMeasures }[]) =>
    measuredSuite(cases.map(({ measures }) => measures));
  const tags = [...tagged].slice(0, MOST_TAGS).map(([tag, members]) => [tag, figuresOf(members)] as const);
  return { suite: figuresOf(measured), tags: Object.fromEntries(tags) };
}
