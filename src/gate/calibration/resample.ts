import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import { REPORTED_IN_PART } from '#gate/decision/terms/metric-values.ts';
import type { ValueName } from '#gate/decision/terms/metrics.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { normalQuantile } from '#statistics/distributions/normal.ts';
import type { RunValues } from '#statistics/values/run-spread.ts';
import type { Effect } from './calibration.ts';
import { affectedRates } from './effects.ts';
import type { Plan } from './plans.ts';
import { shiftedRates } from './shifted-rates.ts';
import type { StoredSuite } from './stored-suite.ts';
import {
  type DrawnTrials,
  drawTrials,
  type StoredTrials,
  storedTrials,
  trialsOf,
  VALUE_NAMES,
  type ValueColumn,
} from './stored-trials.ts';
import { addTrials, noSums, type TrialSums } from './trial-sums.ts';

/** What is the same in all draws. */
export interface DrawTerms {
  readonly suite: StoredSuite;
  readonly stored: StoredTrials;
  /** Trials per case at which sums are asked for, ascending; of the last so many are drawn, but for cases with their own number. */
  readonly cuts: readonly number[];
  /** The values that some test or floor reads. */
  readonly names: ReadonlySet<ValueName>;
}

/** Finds them. */
export function drawTerms(suite: StoredSuite, policy: Policy, plans: readonly Pick<Plan, 'looks'>[]): DrawTerms {
  const rules = [policy, ...Object.values(policy.tags)];
  const looks = new Set(plans.flatMap((plan) => plan.looks));
  return {
    suite,
    stored: storedTrials(suite.cases),
    cuts: [...looks].sort((one, other) => one - other),
    names: new Set(VALUE_NAMES.filter((name) => rules.some(({ [name]: rule }) => rule !== null))),
  };
}

/** Simulated runs of main. */
export interface SimulatedDraw {
  /** With main's trials and none of a candidate: a plan depends on nothing else. */
  readonly main: readonly PairedCase[];
  /** Over all runs. */
  readonly sums: TrialSums;
  /** `null` if the effect is impossible on the suite. */
  readonly candidateOf: (effect: Effect) => DrawnCandidate | null;
}

/** A simulated candidate. */
export interface DrawnCandidate {
  /** Over the first trials of each case, up to each of the cuts. */
  readonly sums: readonly TrialSums[];
  /** All its trials beside main's. */
  readonly paired: () => readonly PairedCase[];
}

/**
 * Simulates runs of main as large as the stored ones, and candidates to compare with them: whole trials are drawn with
 * replacement from the case's own, so that recall and tokens stay with their outcome. If main's runs differ beyond chance, each
 * simulated run, and the candidate, is shifted as a whole.
 *
 * @param random uniform, [0, 1)
 */
export function resample({ suite, stored, cuts, names }: DrawTerms, random: () => number): SimulatedDraw {
  const { cases, between } = suite;
  const rates = cases.map(({ rate }) => rate);
  const deviation = Math.sqrt(between?.variance ?? 0);
  const today = (): readonly number[] =>
    deviation === 0 ? rates : shiftedRates(rates, deviation * normalQuantile(1 - random()));
  const runs = Array.from({ length: suite.runs }, (_, run) => {
    const shifted = today();
    const counts = cases.map(({ item }) => item.runs[run]?.scored ?? 0);
    return drawTrials(stored, counts, shifted, random);
  });
  const main = cases.map(
    ({ item }, at): PairedCase => ({
      ...item,
      missing: [],
      scheduled: item.fixed ? item.scheduled : (cuts.at(-1) ?? 1),
      trials: [],
      baseline: mainTrials(stored, runs, at),
      runs: runs.map((run) => countsOf(run, at)),
      sumOf: (name, run) => sumOver(stored.values[name], name, run === null ? runs : runs.slice(run, run + 1), at),
    }),
  );
  const shifted = today();
  return {
    main,
    sums: runs.reduce(
      (sums, run) => addTrials(sums, names, stored, run, { from: run.first, to: run.first.subarray(1) }),
      noSums(cases.length),
    ),
    candidateOf(effect) {
      const here = affectedRates(shifted, effect, random);
      if (here === null) return null;
      const counts = main.map(({ scheduled }) => scheduled);
      const drawn = drawTrials(stored, counts, here, random);
      return {
        sums: sumsAt(cuts, drawn, { suite, stored, cuts, names }),
        paired: () => main.map((item, at) => withDrawn(item, trialsOf(stored, drawn, at))),
      };
    },
  };
}

/** Main's trials are not numbered by anything, so that all draws share them. */
function mainTrials({ trials, turned, passed }: StoredTrials, runs: readonly DrawnTrials[], at: number): GateTrial[] {
  const found: GateTrial[] = [];
  for (const drawn of runs) {
    const end = drawn.first[at + 1] ?? 0;
    for (let i = drawn.first[at] ?? 0; i < end; i++) {
      const picked = drawn.picked[i] ?? 0;
      const trial = (passed[picked] === drawn.passed[i] ? trials : turned)[picked];
      if (trial !== undefined) found.push(trial);
    }
  }
  return found;
}

function withDrawn(item: PairedCase, trials: PairedCase['trials']): PairedCase {
  return { ...item, scored: trials.length, trials };
}

function sumsAt(cuts: readonly number[], drawn: DrawnTrials, { stored, names }: DrawTerms): readonly TrialSums[] {
  let sums = noSums(stored.cases.length);
  let from = drawn.first.subarray(0, -1);
  return cuts.map((cut) => {
    const to = Int32Array.from(stored.cases, ({ item }, at) => {
      const end = drawn.first[at + 1] ?? 0;
      return item.fixed ? end : Math.min(end, (drawn.first[at] ?? 0) + cut);
    });
    sums = addTrials(sums, names, stored, drawn, { from, to });
    from = to;
    return sums;
  });
}

function countsOf({ first, passed }: DrawnTrials, at: number): { readonly passed: number; readonly scored: number } {
  const own = passed.subarray(first[at], first[at + 1]);
  return { passed: own.reduce((sum, each) => sum + each, 0), scored: own.length };
}

/** What the gate adds up of the same trials, in the same order. */
function sumOver(column: ValueColumn, name: ValueName, runs: readonly DrawnTrials[], at: number): RunValues {
  const { amounts, reports } = column;
  const values = name === 'tool_recall' ? amounts : column.logs;
  let [count, sum, squares, report] = [0, 0, 0, 0];
  for (const { first, picked } of runs) {
    const end = first[at + 1] ?? 0;
    for (let i = first[at] ?? 0; i < end; i++) {
      const trial = picked[i] ?? 0;
      report |= reports[trial] ?? 0;
      if (Number.isNaN(amounts[trial])) continue;
      const value = values[trial] ?? 0;
      count += 1;
      sum += value;
      squares += value * value;
    }
  }
  return report === REPORTED_IN_PART ? { count: 0, sum: 0, squares: 0 } : { count, sum, squares };
}
