import { type GateTrial, type PairedCase, passes } from '#gate/decision/terms/evidence.ts';
import { normalQuantile } from '#statistics/distributions/normal.ts';
import type { Effect } from './calibration.ts';
import { affectedRates } from './effects.ts';
import type { StoredCase, StoredSuite } from './stored-suite.ts';

/** Simulated runs of main. */
export interface SimulatedDraw {
  /** With main's trials and none of a candidate: a plan depends on nothing else. */
  readonly main: readonly PairedCase[];
  /** A candidate's trials next to main's; `null` if the effect is impossible on the suite. */
  readonly candidateOf: (effect: Effect) => readonly PairedCase[] | null;
}

/**
 * Simulates runs of main as large as the stored ones, and candidates to compare with them: whole trials are drawn with
 * replacement from the case's own, so that recall and tokens stay with their outcome. If main's runs differ beyond chance, each
 * simulated run, and the candidate, is shifted as a whole.
 *
 * @param most trials per case of a candidate, except cases with their own number
 * @param random uniform, [0, 1)
 */
export function resample({ cases, between, ...suite }: StoredSuite, most: number, random: () => number): SimulatedDraw {
  const rates = cases.map(({ rate }) => rate);
  const deviation = Math.sqrt(between?.variance ?? 0);
  const today = (): readonly number[] =>
    deviation === 0 ? rates : shiftedRates(rates, deviation * normalQuantile(1 - random()));
  const runs = Array.from({ length: suite.runs }, (_, run) => {
    const shifted = today();
    return cases.map((stored, at) => drawTrials(stored, stored.item.runs[run]?.scored ?? 0, shifted[at] ?? 0, random));
  });
  const main = cases.map(({ item }, at): PairedCase => {
    const ofRuns = runs.map((run) => run[at] ?? []);
    return {
      ...item,
      missing: [],
      scheduled: item.fixed ? item.scheduled : most,
      trials: [],
      baseline: ofRuns.flat(),
      runs: ofRuns.map((trials) => ({ passed: passes(trials), scored: trials.length })),
    };
  });
  const shifted = today();
  return {
    main,
    candidateOf(effect) {
      const here = affectedRates(shifted, effect, random);
      if (here === null) return null;
      return main.map((item, at) => {
        const drawn = drawTrials(cases[at] as StoredCase, item.scheduled, here[at] ?? 0, random);
        return { ...item, scored: drawn.length, trials: drawn.map((trial, i) => ({ ...trial, index: i + 1 })) };
      });
    },
  };
}

/**
 * Draws trials of a case with replacement. A changed rate turns passed trials into failed ones, or vice versa, and keeps their values.
 *
 * @param count of trials
 * @param target the rate at which the case passes
 * @param random uniform, [0, 1)
 */
function drawTrials(
  { item, rate, turned }: StoredCase,
  count: number,
  target: number,
  random: () => number,
): readonly GateTrial[] {
  const stored = item.baseline;
  return Array.from({ length: count }, () => {
    const at = Math.floor(random() * stored.length);
    const trial = stored[at] as GateTrial;
    return isPassed(trial.passed) === trial.passed ? trial : (turned[at] as GateTrial);
  });

  /** Passed trials stay passed in this share, so that `wanted` of all pass; likewise for failed ones. */
  function isPassed(passed: boolean): boolean {
    if (target === rate) return passed;
    return target < rate ? passed && random() < target / rate : passed || random() < (target - rate) / (1 - rate);
  }
}

/** Rates beyond this many logits are practically 0 or 1. */
const FARTHEST = 12;

/** Halvings that exhaust the precision of a share. */
const STEPS = 40;

/**
 * Rates on another day: all shifted by the same number of logits, so that the mean moves by `shift`, or as far towards it as it
 * can. A case that always or never passed stays so.
 *
 * @param rates 0–1
 * @param shift of the mean, −1 to 1
 */
export function shiftedRates(rates: readonly number[], shift: number): readonly number[] {
  if (shift === 0) return rates;
  const target = sum(rates) + shift * rates.length;
  let low = -FARTHEST;
  let high = FARTHEST;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (sum(movedBy(rates, middle)) < target) low = middle;
    else high = middle;
  }
  return movedBy(rates, (low + high) / 2);
}

function movedBy(rates: readonly number[], logits: number): readonly number[] {
  const odds = Math.exp(logits);
  return rates.map((rate) => (rate * odds) / (1 - rate + rate * odds));
}

function sum(rates: readonly number[]): number {
  return rates.reduce((all, rate) => all + rate, 0);
}
