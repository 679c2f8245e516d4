import { listed, plural, wholeNumber } from '#domain/words.ts';
import { comparableCases } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import { casesWithBaselineValues, isReportedInPart, valuesOf } from '../metric-values.ts';
import { METRIC_WORDS, type ValueName } from '../metrics.ts';
import type { Scope } from './gate-rule.ts';
import { ofTag } from './words.ts';

/** A gate on a metric that this share of its cases lacks has been evaded, by accident or not. */
const MOST_LACKING = 0.1;

/**
 * A gate that is on by the baseline stays on: what the candidate does not report can't be passed.
 *
 * @param isUntested the values did not suffice for a test
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
  const here =
    isUntested || without.length > MOST_LACKING * expected.length
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

/** A gate that is on has too little from the candidate to be read. */
function valuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases } = lacking;
  return `${ofTag(tag)}${METRIC_WORDS[metric]} can't be judged: ${someOf(lacking)} ${cases.length === 1 ? 'has' : 'have'} ${noneHere(lacking)} (${listed(cases)})`;
}

/** Few cases lack values; the gate was read without them. */
function someValuesMissing(metric: ValueName, lacking: LackingValues, tag: string | null): string {
  const { cases } = lacking;
  return `${ofTag(tag)}${METRIC_WORDS[metric]} was judged without ${someOf(lacking)} that ${cases.length === 1 ? 'has' : 'have'} ${noneHere(lacking)} (${listed(cases)})`;
}

/** Of cases of main that report them now and then nothing is known. */
function valuesInPartOnMain(metric: ValueName, cases: readonly string[], tag: string | null): string {
  return `${ofTag(tag)}${METRIC_WORDS[metric]} was judged without ${plural(cases.length, 'case')} in which only some trials of main report it (${listed(cases)})`;
}

/** Cases that have values on main, and none that could be compared here. */
interface LackingValues {
  readonly cases: readonly string[];
  /** Those of them in which some trials report values and others do not. */
  readonly in_part: number;
  /** The cases that have values on main. */
  readonly of: number;
}

function someOf({ cases, of }: LackingValues): string {
  return `${wholeNumber(cases.length)} of ${plural(of, 'case')} with values on main`;
}

function noneHere({ cases, in_part }: LackingValues): string {
  if (in_part === 0) return 'none here';
  return in_part === cases.length ? 'them here in only some trials' : 'none here, or in only some trials';
}
