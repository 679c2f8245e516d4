import { type PassCount, type PassK, passK } from '#statistics/pass-k/pass-k.ts';
import { type ScoredTrial, scoredTrials, withoutRepeatedAnswers } from './evidence.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';

/** pass^k and pass@k of a single run, over all its cases. */
export function passKOfRun({ cases }: Pick<ResultsFile, 'cases'>): readonly PassK[] {
  const counts = cases.map(countOf);
  return ksOf(cases).map((k) => passK(counts, k));
}

/** Nobody needs a larger k, and the lists would grow with the trials. */
const LARGEST_K = 50;

/** From 1 to the most trials of any case. */
export function ksOf(cases: readonly CaseRecord[]): readonly number[] {
  const most = cases.reduce((most, { planned_trials }) => Math.max(most, planned_trials), 0);
  return Array.from({ length: Math.min(most, LARGEST_K) }, (_, i) => i + 1);
}

/** The passes of a case among its planned trials. */
export function countOf(item: CaseRecord): PassCount {
  const scored = withoutRepeatedAnswers(scoredTrials(item));
  return countPasses(scored.filter(({ index }) => index <= item.planned_trials));
}

/** The passes of trials. */
export function countPasses(trials: readonly ScoredTrial[]): PassCount {
  return { passed: trials.filter(({ outcome }) => outcome === 'passed').length, scored: trials.length };
}
