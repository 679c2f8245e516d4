import * as z from 'zod';
import { groupBy } from '#common/group-by.ts';
import { keyed } from '#common/keyed.ts';
import { FIGURE_NAMES, FIGURES, type FigureName } from '#trials/metrics/figures.ts';
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

const figure = z.number().nullable();
const tally = z.object({ passed: z.int().min(0), of: z.int().min(0) }).nullable();
/** The figures of a run as stored. */
export const figuresSchema = z.object({
  ...keyed<Readonly<Record<FigureName, z.ZodType<number | null>>>>(FIGURE_NAMES, (name) =>
    figure.describe(`Mean over cases: ${FIGURES[name].definition}`),
  ),
  cases_passed: tally.describe('Cases whose judged trials all pass, among those with one'),
  turns_passed: tally.describe('Turns with checks of their own that hold in every judged trial'),
  total_tokens: figure.describe('Sum over cases of the mean per trial'),
  cost_usd: figure.describe('Sum over cases of the mean per trial'),
  list_cost_usd: figure.describe('The same at list prices'),
  cached_share: figure.describe('Share of the input tokens that came from a cache'),
  usage_estimated: z.boolean(),
  latency_p95: figure.describe('Milliseconds, over all trials'),
});
