import { comparableCases } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import { casesWithBaselineValues, isReportedInPart, valuesOf } from '../metric-values.ts';
import type { ValueName } from '../metrics.ts';
import { someValuesMissing, valuesInPartOnMain, valuesMissing } from '../words/tests.ts';
import type { Scope } from './gate-rule.ts';

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
