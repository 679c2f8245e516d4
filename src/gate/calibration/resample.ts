import { type PairedCase, passes } from '#gate/decision/terms/evidence.ts';
import { normalQuantile } from '#statistics/distributions/normal.ts';
import type { Effect } from './calibration.ts';
import { drawTrials } from './draw-trials.ts';
import { affectedRates } from './effects.ts';
import { shiftedRates } from './shifted-rates.ts';
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
