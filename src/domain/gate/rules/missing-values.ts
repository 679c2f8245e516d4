import { listed, plural, wholeNumber } from '#domain/words.ts';
import { comparableCases } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import { casesWithBaselineValues, isReportedInPart, valuesOf } from '../metric-values.ts';
import { METRIC_WORDS, type ValueName } from '../metrics.ts';
import type { Scope } from './gate-rule.ts';
import { ofTag } from './words.ts';

/** If this share of a gate's cases lacks its metric, the gate has been evaded, by accident or not. */
const MOST_LACKING = 0.1;

/**
 * A gate that the baseline enables stays enabled: it can't pass on values that the candidate does not report.
 *
 * @param isUntested there were too few values for a test
 */
export function missingValues(
  { tag, cases }: Scope,
  metric: ValueName,
  { boundary }: { readonly boundary: number },
  isUntested: boolean,
): readonly Finding[] {
  if (boundary === 0) return [];
  const expected = casesWithBaselineValues(comparableCases(cases), metric);
  const without = expected.filter(({ trials }) => valuesOf(trials, metric).length === 0);
  const lacking = {
    cases: without.map(({ id }) => id),
    in_part: without.filter(({ trials }) => isReportedInPart(trials, metric)).length,
    of: expected.length,
  };
  const about = { gate: metric, code: 'values_missing', tag } as const;
  const here = isEvaded(without.length, expected.length, isUntested)
    ? finding({ ...about, cases: lacking.cases, outcome: 'inconclusive' }, valuesMissing(metric, lacking, tag))
    : finding({ ...about, cases: lacking.cases, outcome: 'note' }, someValuesMissing(metric, lacking, tag));
  const onMain = comparableCases(cases).flatMap(({ id, baseline }) => (isReportedInPart(baseline, metric) ? [id] : []));
  return [
    ...(without.length === 0 ? [] : [here]),
    ...(onMain.length === 0
      ? []
      : [finding({ ...about, cases: onMain, outcome: 'note' }, valuesInPartOnMain(metric, onMain, tag))]),
  ];
}

/** Whether so many of the cases with values on main have none here that their gate can't pass. */
export function isEvaded(without: number, expected: number, isUntested: boolean): boolean {
  return without > 0 && (isUntested || without > MOST_LACKING * expected);
}

/** An enabled gate has too few values from the candidate. */
function valuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases } = lacking;
  return `${ofTag(tag)}${METRIC_WORDS[metric]} can't be judged: ${someOf(lacking)} ${cases.length === 1 ? 'has' : 'have'} ${noneHere(lacking)} (${listed(cases)})`;
}

/** A few cases lack values; the gate was tested without them. */
function someValuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases } = lacking;
  return `${ofTag(tag)}${METRIC_WORDS[metric]} was judged without ${someOf(lacking)} that ${cases.length === 1 ? 'has' : 'have'} ${noneHere(lacking)} (${listed(cases)})`;
}

/** Cases of main that report them only sometimes can't be used. */
function valuesInPartOnMain(metric: ValueName, cases: readonly string[], tag: string | null): string {
  return `${ofTag(tag)}${METRIC_WORDS[metric]} was judged without ${plural(cases.length, 'case')} in which only some trials of main report it (${listed(cases)})`;
}

/** Cases with values on main, but none that could be compared here. */
interface LackingValues {
  readonly cases: readonly string[];
  /** Those in which some trials report values and others do not. */
  readonly in_part: number;
  /** The cases with values on main. */
  readonly of: number;
}

function someOf({ cases, of }: LackingValues): string {
  return `${wholeNumber(cases.length)} of ${plural(of, 'case')} with values on main`;
}

function noneHere({ cases, in_part }: LackingValues): string {
  if (in_part === 0) return 'none here';
  return in_part === cases.length ? 'them here in only some trials' : 'none here, or in only some trials';
}
