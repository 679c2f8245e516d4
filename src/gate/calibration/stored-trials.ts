import { keyed } from '#common/keyed.ts';
import type { GateTrial } from '#gate/decision/terms/evidence.ts';
import { amountOf, reportOf } from '#gate/decision/terms/metric-values.ts';
import { METRIC_NAMES, type ValueName } from '#gate/decision/terms/metrics.ts';
import type { StoredCase } from './stored-suite.ts';

/** All values of a trial. */
export const VALUE_NAMES: readonly ValueName[] = ['tool_recall', ...METRIC_NAMES];

/** One value of every stored trial, as the gate's tests read it. */
export interface ValueColumn {
  /** NaN: the trial has none. */
  readonly amounts: Float64Array;
  readonly logs: Float64Array;
  readonly reports: Uint8Array;
}

/**
 * The stored trials of all cases, one case after the other, in columns: a draw takes hundreds of thousands of trials, of which only sums
 * are asked for.
 */
export interface StoredTrials {
  readonly cases: readonly StoredCase[];
  /** Where the trials of each case begin, and those of the last one end. */
  readonly first: Int32Array;
  readonly trials: readonly GateTrial[];
  /** The same trials with the other outcome. */
  readonly turned: readonly GateTrial[];
  readonly passed: Uint8Array;
  readonly values: Readonly<Record<ValueName, ValueColumn>>;
}

/** Puts the stored trials into columns. */
export function storedTrials(cases: readonly StoredCase[]): StoredTrials {
  const trials = cases.flatMap(({ item }) => item.baseline);
  return {
    cases,
    first: beginnings(cases.map(({ item }) => item.baseline.length)),
    trials,
    turned: trials.map((trial) => ({ ...trial, passed: !trial.passed })),
    passed: Uint8Array.from(trials, ({ passed }) => (passed ? 1 : 0)),
    values: keyed<StoredTrials['values']>(VALUE_NAMES, (name) => columnOf(trials, name)),
  };
}

function beginnings(counts: readonly number[]): Int32Array {
  const first = new Int32Array(counts.length + 1);
  for (const [at, count] of counts.entries()) first[at + 1] = (first[at] ?? 0) + count;
  return first;
}

function columnOf(trials: readonly GateTrial[], name: ValueName): ValueColumn {
  const amounts = Float64Array.from(trials, (trial) => amountOf(trial, name) ?? Number.NaN);
  const reports = Uint8Array.from(trials, (trial) => reportOf(trial, name));
  return { amounts, logs: amounts.map((amount) => Math.log(amount)), reports };
}

/** Trials drawn for every case, one case after the other: which of the stored ones, and whether they pass. */
export interface DrawnTrials {
  readonly first: Int32Array;
  readonly picked: Int32Array;
  readonly passed: Uint8Array;
}

/**
 * Draws trials of each case with replacement. A changed rate turns passed trials into failed ones, or vice versa, and keeps their values.
 *
 * @param counts of trials per case
 * @param rates at which the cases pass
 * @param random uniform, [0, 1)
 */
export function drawTrials(
  { cases, first: from, passed: stored }: StoredTrials,
  counts: readonly number[],
  rates: readonly number[],
  random: () => number,
): DrawnTrials {
  const first = beginnings(counts);
  const picked = new Int32Array(first.at(-1) ?? 0);
  const passed = new Uint8Array(picked.length);
  for (let at = 0; at < cases.length; at++) {
    const start = from[at] ?? 0;
    const length = (from[at + 1] ?? 0) - start;
    const rate = cases[at]?.rate ?? 0;
    const wanted = rates[at] ?? 0;
    const end = first[at + 1] ?? 0;
    for (let i = first[at] ?? 0; i < end; i++) {
      const trial = start + Math.floor(random() * length);
      const passes = stored[trial] === 1;
      picked[i] = trial;
      // Passed trials stay passed in this share, so that `wanted` of all pass; likewise for failed ones.
      const kept =
        wanted === rate
          ? passes
          : wanted < rate
            ? passes && random() < wanted / rate
            : passes || random() < (wanted - rate) / (1 - rate);
      passed[i] = kept ? 1 : 0;
    }
  }
  return { first, picked, passed };
}

/** The drawn trials of a case in the gate's form, numbered from 1. */
export function trialsOf({ trials }: StoredTrials, { first, picked, passed }: DrawnTrials, at: number): GateTrial[] {
  const start = first[at] ?? 0;
  return Array.from(picked.subarray(start, first[at + 1]), (trial, i) => ({
    ...(trials[trial] as GateTrial),
    index: i + 1,
    passed: passed[start + i] === 1,
  }));
}
