import { keyed } from '#common/keyed.ts';
import { wholePercent } from '#common/words.ts';
import type { VerdictName } from '#gate/decision/terms/decision.ts';
import { METRIC_NAMES, METRICS, type Metric } from '#gate/decision/terms/metrics.ts';
import { FIGURE_NAMES, FIGURES, type FigureName } from '#trials/metrics/figures.ts';
import type { Colour } from './colour.ts';
import type { CaseGroup, CaseRow, MetricRow } from './report.ts';
import type { TagRow } from './tag-row.ts';

/** Name of each metric for people. */
const METRIC_LABEL: Readonly<Record<MetricRow['metric'], string>> = {
  ...keyed<Readonly<Record<FigureName, string>>>(FIGURE_NAMES, (figure) => FIGURES[figure].label),
  ...keyed<Readonly<Record<Metric, string>>>(METRIC_NAMES, (metric) => METRICS[metric].label),
  pass_hat_4: 'pass^4',
  pass_at_4: 'pass@4',
  cases_passed: 'cases that pass every trial',
  turns_passed: 'turns that hold in every trial',
  parts_passed: 'overall, cases and turns',
  input_tokens: 'input tokens (1 trial per case)',
  output_tokens: 'output tokens (1 trial per case)',
  paid_usd: 'paid, with caching',
};

/** The figures of both sides in a table of tags. */
export const TAG_FIGURES = [
  'pass_rate',
  'task_completion',
  'tools_ok',
  'tool_recall',
  'steps',
  'mean_tokens',
  'mean_latency_ms',
] as const;

/** The same with the part of the cases that it covers, or the share that was cached: `paid, with caching (cached 83 % → 12 %)`. */
export function metricLabel({
  metric,
  at,
  part,
  cached,
}: Pick<MetricRow, 'metric' | 'at' | 'part' | 'cached'>): string {
  const label = `${METRIC_LABEL[metric]}${at === null ? '' : `@${at}`}`;
  const shares = [cached?.baseline ?? null, cached?.candidate ?? null].filter((share) => share !== null);
  if (shares.length > 0) return `${label} (cached ${shares.map(wholePercent).join(' → ')})`;
  return part === null ? label : `${label} (${part.covers} of ${part.of} ${part.kind})`;
}

/** The head of its column; the first says which side is which, where there are two. */
export function tagHead(figure: FigureName, rows: readonly TagRow[], main: string): string {
  const hasSides = figure === 'pass_rate' && rows.some(({ baseline }) => baseline !== null);
  return `${FIGURES[figure].label}${hasSides ? `, ${main} → here` : ''}`;
}

/** Name of each group of cases for people, in the order in which groups are shown: worst first. */
export const GROUP_LABEL: Readonly<Record<CaseGroup, string>> = {
  broken: 'Broken here',
  guarded: 'Must never fail',
  worse: 'Fewer passes here',
  affected: 'Affected',
  failing: 'Failing',
  errors: 'Could not be evaluated',
  accepted: 'Accepted',
  quarantined: 'In quarantine',
  flaky: 'Flaky',
  fixed: 'Fixed',
  new: 'New',
  changed: 'Changed',
  not_comparable: 'Not comparable',
  removed: 'Removed',
  no_result: 'No result here',
  not_run: 'Not run',
  unaffected: 'Not run, as the change can’t reach them',
  stable: 'Stable',
};

/** Groups of cases that got worse. */
export const FALLEN: ReadonlySet<CaseGroup> = new Set(['broken', 'guarded', 'worse', 'affected']);

/** How far its trials agree; empty where all do, or nobody knows. */
export function alikeWords(alike: CaseRow['alike']): readonly string[] {
  if (alike === null || alike.trials === alike.of) return [];
  return [
    alike.trials === 1
      ? `no two of ${alike.of} trials call the same tools`
      : `calls the same tools in ${alike.trials} of ${alike.of} trials`,
  ];
}

/** The mark of a case that is compared although its expectations changed since main ran. */
export function regradedWords(main: string): string {
  return `expectations changed, ${main} graded again`;
}

/** One sign per verdict; the same everywhere. */
export const VERDICT_SIGN: Readonly<Record<VerdictName, string>> = {
  pass: '✅',
  fail: '❌',
  inconclusive: '❔',
  error: '💥',
};

/** One colour per verdict; the same everywhere. */
export const VERDICT_COLOUR: Readonly<Record<VerdictName, Colour>> = {
  pass: 'green',
  fail: 'red',
  inconclusive: 'yellow',
  error: 'red',
};
