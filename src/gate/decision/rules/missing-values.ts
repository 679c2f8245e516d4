import type { CancelledCallOfTrial } from '../facts/test-facts.ts';
import { comparableCases, type GateTrial, type PairedCase } from '../terms/evidence.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';
import { casesWithBaselineValues, isReportedInPart, reportOf, valuesOf } from '../terms/metric-values.ts';
import type { ValueName } from '../terms/metrics.ts';
import type { Scope } from './gate-rule.ts';

/** If this share of a gate's cases lacks its metric, the gate has been evaded, by accident or not. */
const MOST_LACKING = 0.1;

/** While more than this share of them is left, cases in which the agent cancelled calls are left out of the test. */
const LEAST_LEFT = 0.5;

/**
 * A gate that the baseline enables stays enabled: it can't pass on values that the candidate does not report. A case some of whose
 * trials lack them only because the agent's own client cancelled a model call is left out, and the others decide.
 *
 * @param isUntested there were too few values for a test
 */
export function missingValues(
  { tag, cases: scope }: Scope,
  metric: ValueName,
  { boundary }: { readonly boundary: number },
  isUntested: boolean,
): readonly Finding[] {
  if (boundary === 0) return [];
  const expected = casesWithBaselineValues(comparableCases(scope), metric);
  const without = expected.filter(({ trials }) => valuesOf(trials, metric).length === 0);
  const cut = without.filter(({ trials }) => isCutOnly(trials, metric));
  const spared = expected.length - cut.length > LEAST_LEFT * expected.length ? cut.length : 0;
  const lacking = {
    metric,
    cancelled: cancelledCalls(cut, metric),
    in_part: without.filter(({ trials }) => isReportedInPart(trials, metric)).length,
    of: expected.length,
  };
  const about = { gate: metric, code: 'values_missing', tag } as const;
  const cases = without.map(({ id }) => id);
  const here = isEvaded(without.length - (isUntested ? 0 : spared), expected.length, isUntested)
    ? finding({ ...about, cases, outcome: 'inconclusive' }, { kind: 'too_many', ...lacking })
    : finding({ ...about, cases, outcome: 'note' }, { kind: 'some', ...lacking });
  const onMain = comparableCases(scope).flatMap(({ id, baseline }) => (isReportedInPart(baseline, metric) ? [id] : []));
  return stated(
    without.length > 0 && here,
    onMain.length > 0 && finding({ ...about, cases: onMain, outcome: 'note' }, { kind: 'on_main', ...lacking }),
  );
}

/** Whether so many of the cases with values on main have none here that their gate can't pass. */
export function isEvaded(without: number, expected: number, isUntested: boolean): boolean {
  return without > 0 && (isUntested || without > MOST_LACKING * expected);
}

/** Whether some trials have values, and the others lack them because a model call of theirs was cancelled. */
function isCutOnly(trials: readonly GateTrial[], metric: ValueName): boolean {
  return (
    isReportedInPart(trials, metric) &&
    trials.every((trial) => reportOf(trial, metric) !== 2 || trial.cancelled_call !== undefined)
  );
}

/** The first of each case. */
function cancelledCalls(cases: readonly PairedCase[], metric: ValueName): readonly CancelledCallOfTrial[] {
  return cases.flatMap(({ id, trials }) => {
    const trial = trials.find((each) => each[metric] === null && each.cancelled_call !== undefined);
    return trial?.cancelled_call === undefined ? [] : [{ ...trial.cancelled_call, trial: trial.index, case: id }];
  });
}
