import { keyed } from '#common/keyed.ts';
import { mean } from '#statistics/mean.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { FIGURE_NAMES, FIGURES, type FigureName } from './figures.ts';

/** A value for each figure; `null`: no judged trial has one. */
export type Figures = { readonly [Figure in FigureName]: number | null };

/** Measures the trials of one case. */
export function measureCase(trials: readonly TrialRecord[]): Figures {
  return keyed<Figures>(FIGURE_NAMES, (figure) => meanOf(trials, FIGURES[figure].valueOf));
}

/** The mean over the judged trials that have a value: errors are missing, not failed. */
export function meanOf(
  trials: readonly TrialRecord[],
  measure: (trial: TrialRecord) => number | boolean | null,
): number | null {
  const values = trials.flatMap((trial) => (trial.outcome === 'error' ? [] : (measure(trial) ?? [])));
  return mean(values.map(Number));
}
