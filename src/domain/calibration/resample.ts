import { bareTrial, type GateEvidence, type GateTrial, type PairedCase } from '#domain/gate/evidence.ts';
import type { RunCounts } from '#domain/statistics/counts/between-runs.ts';
import { normalQuantile } from '#domain/statistics/distributions/normal.ts';
import type { Effect } from './calibration.ts';
import { affectedRates } from './effects.ts';
import { shiftedRates } from './shifted-rates.ts';
import type { StoredCase, StoredSuite } from './stored-suite.ts';

/** Simulated stored runs and a candidate. */
export type Resampled = (effect: Effect) => GateEvidence | null;

/**
 * Simulates runs of main as large as the stored ones, and candidates to compare with them: whole trials are drawn with
 * replacement from the case's own, so that recall and tokens stay with their outcome. If main's runs differ beyond chance, each
 * simulated run, and the candidate, is shifted as a whole. A changed rate turns passed trials into failed ones, or vice versa,
 * and keeps their other values.
 *
 * @param most trials of the candidate's cases, except those with their own number
 * @param random uniform, [0, 1)
 * @returns the candidate of each effect against the same runs; `null` if the effect is impossible on the suite
 */
export function resample({ cases, runs, between }: StoredSuite, most: number, random: () => number): Resampled {
  const rates = cases.map(({ rate }) => rate);
  const deviation = Math.sqrt(between?.variance ?? 0);
  const today = (): readonly number[] =>
    deviation === 0 ? rates : shiftedRates(rates, deviation * normalQuantile(1 - random()));
  const main = Array.from({ length: runs }, (_, run) => {
    const shifted = today();
    return cases.map((stored, index) =>
      drawTrials(stored, stored.item.runs[run]?.scored ?? 0, shifted[index] ?? 0, random),
    );
  });
  const pooled = cases.map(({ item }, index): PairedCase => {
    const kept = main.map((run) => run[index] ?? []);
    return { ...item, missing: [], baseline: kept.flat(), runs: kept.map(countsOf) };
  });
  const shifted = today();
  return (effect) => {
    const here = affectedRates(shifted, effect, random);
    if (here === null) return null;
    const paired = cases.map((stored, index): PairedCase => {
      const { item } = stored;
      const trials = drawTrials(stored, item.fixed ? item.scheduled : most, here[index] ?? 0, random);
      return { ...(pooled[index] ?? item), scored: trials.length, trials };
    });
    return { candidate: paired, paired };
  };
}

function drawTrials({ item, rate }: StoredCase, count: number, target: number, random: () => number): GateTrial[] {
  const stored = item.baseline;
  return Array.from({ length: count }, (_, index) => {
    const trial = stored[Math.floor(random() * stored.length)];
    const drawn = { ...(trial ?? NO_TRIAL), index: index + 1 };
    if (target === rate) return drawn;
    // Passed trials stay passed in this share, so that `target` of all pass; likewise for failed ones.
    const kept =
      target < rate
        ? drawn.passed && random() < target / rate
        : drawn.passed || random() < (target - rate) / (1 - rate);
    return { ...drawn, passed: kept };
  });
}

// A case without stored trials is not in the suite, so this is never drawn.
const NO_TRIAL = bareTrial(1, false);

function countsOf(trials: readonly GateTrial[]): RunCounts {
  return { passed: trials.filter(({ passed }) => passed).length, scored: trials.length };
}
