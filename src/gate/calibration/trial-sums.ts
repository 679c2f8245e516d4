import { keyed } from '#common/keyed.ts';
import { REPORTED_IN_PART } from '#gate/decision/terms/metric-values.ts';
import type { ValueName } from '#gate/decision/terms/metrics.ts';
import { type DrawnTrials, type StoredTrials, VALUE_NAMES, type ValueColumn } from './stored-trials.ts';

/** Sums over some drawn trials of each case. */
export interface TrialSums {
  readonly trials: Int32Array;
  readonly passes: Int32Array;
  readonly values: Readonly<Record<ValueName, ValueSums>>;
}

/** Sums of one value. */
export interface ValueSums {
  readonly counts: Int32Array;
  readonly sums: Float64Array;
  readonly logs: Float64Array;
  readonly reports: Uint8Array;
}

/** Sums over no trial. */
export function noSums(cases: number): TrialSums {
  return {
    trials: new Int32Array(cases),
    passes: new Int32Array(cases),
    values: keyed<TrialSums['values']>(VALUE_NAMES, () => ({
      counts: new Int32Array(cases),
      sums: new Float64Array(cases),
      logs: new Float64Array(cases),
      reports: new Uint8Array(cases),
    })),
  };
}

/** Which of the drawn trials of each case to add. */
export interface DrawnRange {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/**
 * Sums with some trials of each case more. They are added one by one in their order, so that a sum is the same number as the gate's over
 * the same trials, to the last bit.
 *
 * @param names of the values to add up; the others stay as they are
 */
export function addTrials(
  before: TrialSums,
  names: ReadonlySet<ValueName>,
  stored: StoredTrials,
  drawn: DrawnTrials,
  range: DrawnRange,
): TrialSums {
  const trials = before.trials.slice();
  const passes = before.passes.slice();
  for (let at = 0; at < trials.length; at++) {
    const to = range.to[at] ?? 0;
    let passed = passes[at] ?? 0;
    for (let i = range.from[at] ?? 0; i < to; i++) passed += drawn.passed[i] ?? 0;
    passes[at] = passed;
    trials[at] = (trials[at] ?? 0) + to - (range.from[at] ?? 0);
  }
  return {
    trials,
    passes,
    values: keyed<TrialSums['values']>(VALUE_NAMES, (name) =>
      names.has(name) ? withValues(before.values[name], stored.values[name], drawn.picked, range) : before.values[name],
    ),
  };
}

function withValues(before: ValueSums, column: ValueColumn, picked: Int32Array, { from, to }: DrawnRange): ValueSums {
  const counts = before.counts.slice();
  const sums = before.sums.slice();
  const logs = before.logs.slice();
  const reports = before.reports.slice();
  for (let at = 0; at < counts.length; at++) {
    let count = counts[at] ?? 0;
    let sum = sums[at] ?? 0;
    let log = logs[at] ?? 0;
    let report = reports[at] ?? 0;
    const end = to[at] ?? 0;
    for (let i = from[at] ?? 0; i < end; i++) {
      const trial = picked[i] ?? 0;
      const amount = column.amounts[trial] ?? Number.NaN;
      report |= column.reports[trial] ?? 0;
      if (Number.isNaN(amount)) continue;
      count += 1;
      sum += amount;
      log += column.logs[trial] ?? 0;
    }
    counts[at] = count;
    sums[at] = sum;
    logs[at] = log;
    reports[at] = report;
  }
  return { counts, sums, logs, reports };
}

/** How many values of a case count: none if only a part of its trials reports them. */
export function valuesIn({ counts, reports }: ValueSums, at: number): number {
  return reports[at] === REPORTED_IN_PART ? 0 : (counts[at] ?? 0);
}
